import { Engine, QuestionError } from "preference-engine";

const engine = await Engine.load();
const deal = "F:AQJ.A9.AK9.T7 KT87.J7.QJ.Q8 9.KQT8.T8.AJ9 ..7.K";
const talon = engine.ask({ ask: "talon", deal, declarer: "F" });
if ("choice" in talon) console.log(`${talon.choice?.contract}: ${talon.choice?.discard.join(" ")}`);
const solved = engine.askList({ ask: "solve", deal: [deal, deal], contract: "S", declarer: "F" });
console.log(solved.length, solved[0]?.results[0]?.tricks);
try {
  engine.ask({ ask: "solve" });
} catch (error) {
  if (error instanceof QuestionError) console.log(error.code, error.field);
}
