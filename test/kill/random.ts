/** Chance that can be repeated: the same seed gives the same decisions (mulberry32). */
export interface Random {
  seed: number
  next(): number
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number
  pick<T>(list: readonly T[]): T
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    seed,
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    pick: (list) => {
      if (list.length === 0) throw new Error('nothing to pick from')
      return list[Math.floor(next() * list.length)] as (typeof list)[number]
    },
  }
}

/** The seed of this run: RANDOM_SEED, or a new one that is printed. */
export function newRandom(what: string): Random {
  const seed = process.env.RANDOM_SEED ? Number(process.env.RANDOM_SEED) : Math.floor(Math.random() * 2 ** 31)
  console.log(`${what}: RANDOM_SEED=${seed}`)
  return seededRandom(seed)
}
