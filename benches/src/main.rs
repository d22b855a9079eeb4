use preference::*;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use std::time::Instant;
fn main() {
    let mut random = rand_pcg::Pcg64::seed_from_u64(1);
    let n: usize = std::env::args().nth(1).and_then(|x| x.parse().ok()).unwrap_or(200);
    let deals: Vec<Deal> = (0..n)
        .map(|_| {
            let mut pack: Vec<Card> = Cards::PACK.iter().collect();
            pack.shuffle(&mut random);
            Deal::new(
                BySeat::from_fn(|s| pack[10 * s.index()..][..10].iter().copied().collect()),
                pack[30..].iter().copied().collect(),
            )
            .unwrap()
        })
        .collect();
    for (name, bits) in [("american", 0u8), ("russian", 1), ("austrian", 15)] {
        for strain in [true, false] {
            let mut solver = Solver::new();
            let t = Instant::now();
            let mut sum = 0u64;
            let mut solves = 0;
            for d in &deals {
                for trump in if strain {
                    vec![Some(Suit::Spades), Some(Suit::Hearts), Some(Suit::Diamonds), Some(Suit::Clubs)]
                } else {
                    vec![None]
                } {
                    let g = Game {
                        switches: Switches::from_bits(bits),
                        trump,
                        soloist: Some(Seat::Forehand),
                        playing: Seats::ALL,
                    };
                    let p = Position::new(g, d.hands(), Seat::Forehand, &[]).unwrap();
                    sum += u64::from(solver.most(&p, Seats::of(Seat::Forehand)));
                    solves += 1;
                }
            }
            let e = t.elapsed().as_secs_f64();
            println!(
                "{name} trump={strain} sum {sum} {:.3} ms/solve, {} nodes/solve",
                e * 1e3 / solves as f64,
                solver.nodes() / solves
            );
        }
        let mut solver = Solver::new();
        let (mut tm, mut tf) = (0.0, 0.0);
        let mut sum = 0u64;
        let mut made = 0;
        for d in deals.iter().take(50) {
            let g = Game {
                switches: Switches::from_bits(bits),
                trump: None,
                soloist: Some(Seat::Forehand),
                playing: Seats::ALL,
            };
            let p = Position::new(g, d.hands(), Seat::Forehand, &[]).unwrap();
            let t = Instant::now();
            made += solver.reaches(&p, Seats::of(Seat::Forehand), Target::None.goal(Seat::Forehand)) as u32;
            tm += t.elapsed().as_secs_f64();
            let t = Instant::now();
            sum += u64::from(solver.fewest(&p, Seats::of(Seat::Forehand)));
            tf += t.elapsed().as_secs_f64();
        }
        println!(
            "{name} misere made {made} {:.4} ms, fewest sum {sum} {:.3} ms",
            tm * 1e3 / 50.,
            tf * 1e3 / 50.
        );
    }
}
