/** The play of a contract whose discard only the declarer knows: the defenders see twelve cards, two of which lie aside. */

import type { FailureCallback } from "../engine/latest";
import type { Catch, NodeAnswer, RatedCard } from "./answers";
import { type Card, compareRanks, suitOf } from "./cards";
import { type Seat, SEATS } from "./deal";
import { Play } from "./play.svelte";

/** The limit on the work for each chance at a node. Nearly all chances need less; the others get bounds. */
const NODES = 100_000;

type HiddenCard = NonNullable<Catch["cards"]>[number];

/** A play in which any two of the declarer's twelve cards may lie aside. Its cards are rated by the chances of `catch`. */
export class HiddenPlay extends Play {
  /** Which discards are possible depends on the cards played, so each node has questions of its own. */
  protected override async askLine(_: readonly number[], fail: FailureCallback): Promise<boolean> {
    const { node, moves } = this;
    if (this.answers.get(node)?.hidden) return true;
    const path = this.tree.path(node);
    let hidden: Catch | undefined;
    if (!this.isOver) {
      const question = { ask: "catch", ...this.fields, played: moves, goal: "made", nodes: NODES };
      const isAnswered = await this.valuesAsker.askMore<Catch>(question, (answer) => (hidden = answer), fail);
      if (!isAnswered) return false;
    }
    // Tricks and turns are the same for every discard that the cards played leave possible.
    const { declarer } = this.playedContract;
    const discard = hidden?.discards[0]?.discard ?? (declarer && this.hand(declarer));
    const at = path.map((_, n) => n);
    type NodeAnswers = { answers: NodeAnswer[] };
    return this.valuesAsker.askMore<NodeAnswers>(
      { ask: "cards", ...this.fields, discard, played: moves, at },
      ({ answers }) => {
        const known = new Map(this.answers);
        path.forEach((one, n) => {
          const answer = answers[n];
          if (!answer || known.get(one)?.hidden) return;
          const isRated = one === node && hidden;
          known.set(one, isRated ? this.rated(answer, hidden as Catch) : { ...answer, cards: [] });
        });
        this.answers = known;
      },
      fail,
    );
  }

  /** The answer with the cards that are possible with any discard, rated by the chances. */
  private rated(answer: NodeAnswer, hidden: Catch): NodeAnswer {
    const seat = answer.to_move;
    if (!seat) return answer;
    const listed = hidden.cards ?? [];
    // Once the contract is decided, no card has a chance of its own.
    if (listed.length === 0)
      return { ...answer, cards: answer.cards.map((one) => ({ ...one, best: true })), hidden };
    const best = bestOf(listed, seat === hidden.declarer);
    const cards = this.hand(seat).flatMap((card): RatedCard[] => {
      const one = this.equalCard(seat, card, listed);
      return one ? [{ card, best: best.includes(one), rank: 0, margin: null, made: false }] : [];
    });
    return { ...answer, cards, hidden };
  }

  /** The listed card that a card can take the place of: of touching cards only the lowest is listed. */
  private equalCard(seat: Seat, card: Card, listed: readonly HiddenCard[]): HiddenCard | undefined {
    const lower = listed.filter(
      (one) => suitOf(one.card) === suitOf(card) && compareRanks(one.card, card) <= 0,
    );
    const nearest = lower.reduce<HiddenCard | undefined>(
      (one, other) => (one && compareRanks(one.card, other.card) >= 0 ? one : other),
      undefined,
    );
    if (!nearest) return undefined;
    const others = SEATS.filter((other) => other !== seat).flatMap((other) => this.hand(other));
    const isBetween = (one: Card): boolean =>
      suitOf(one) === suitOf(card) && compareRanks(one, card) < 0 && compareRanks(one, nearest.card) > 0;
    return others.some(isBetween) ? undefined : nearest;
  }

  /** The chances after a card of the hand that is to play. */
  hiddenCard(card: Card): HiddenCard | undefined {
    const { hidden, to_move: seat } = this.answer ?? {};
    return hidden && seat ? this.equalCard(seat, card, hidden.cards ?? []) : undefined;
  }

  /** The cards that decide whether the contract is caught: those of the discards in the declarer's mix. */
  readonly doubtful: readonly Card[] = $derived.by(() => {
    const discards = this.answer?.hidden?.discards ?? [];
    return discards.flatMap(({ discard, weight }) => (weight > 0 ? (discard as Card[]) : []));
  });
}

/**
 * The best of the listed cards: those that catch the contract for certain, those of a mix, or else those with the best
 * chance for their side.
 */
function bestOf(listed: readonly HiddenCard[], isDeclarer: boolean): HiddenCard[] {
  const catching = listed.filter(({ caught }) => caught === true);
  if (!isDeclarer && catching.length > 0) return catching;
  const mixed = listed.filter(({ weight }) => weight > 0);
  if (mixed.length > 0) return mixed;
  const worth = ({ chance }: HiddenCard): number => (isDeclarer ? chance.low : -chance.high);
  const most = Math.max(...listed.map(worth));
  return listed.filter((one) => worth(one) === most);
}
