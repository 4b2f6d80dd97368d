/**
 * Checks passwords against bcrypt hashes that people bring from elsewhere; none is made here. Source: Provos and Mazières,
 * "A Future-Adaptable Password Scheme" (USENIX 1999); Schneier, "Description of a New Variable-Length Key, 64-Bit Block Cipher".
 */
import { timingSafeEqual } from 'node:crypto'

const ROUNDS = 16
/** 18 words of the key schedule, then four tables of 256 words. */
const WORDS = ROUNDS + 2 + 4 * 256
const LONGEST = 72
const ALPHABET = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const FORM = /^\$2[aby]\$(\d\d)\$([./A-Za-z0-9]{22})([./A-Za-z0-9]{31})$/

interface State {
  p: Int32Array
  s: Int32Array
}

/** arctan(1/x) as an integer of so many bits behind the point. */
function arctanOfInverse(x: bigint, bits: bigint): bigint {
  let power = (1n << bits) / x
  let sum = power
  for (let n = 3n, sign = -1n; power > 0n; n += 2n, sign = -sign) {
    power /= x * x
    sum += (sign * power) / n
  }
  return sum
}

/** The words that the cipher starts with: the digits of pi behind the point (Machin's formula, with bits to spare). */
function wordsOfPi(): Int32Array {
  const spare = 64n
  const bits = BigInt(WORDS * 32) + spare
  const pi = 4n * (4n * arctanOfInverse(5n, bits) - arctanOfInverse(239n, bits))
  const digits = ((pi & ((1n << bits) - 1n)) >> spare).toString(16).padStart(WORDS * 8, '0')
  return Int32Array.from({ length: WORDS }, (_, at) => Number.parseInt(digits.slice(at * 8, at * 8 + 8), 16) | 0)
}
let initial: Int32Array | undefined

const at = (words: Int32Array, place: number): number => words[place] as number

/** One block: left and right half in `block[0]` and `block[1]`. */
function encipher({ p, s }: State, block: Int32Array): void {
  let left = at(block, 0) ^ at(p, 0)
  let right = at(block, 1)
  for (let round = 1; round <= ROUNDS; round++) {
    const mixed = ((((at(s, left >>> 24) + at(s, 256 + ((left >>> 16) & 255))) | 0) ^ at(s, 512 + ((left >>> 8) & 255))) + at(s, 768 + (left & 255))) | 0
    const next = right ^ mixed ^ at(p, round)
    right = left
    left = next
  }
  block[0] = right ^ at(p, ROUNDS + 1)
  block[1] = left
}

/** The bytes as words, from the front again when they end. */
const cycled = (bytes: Uint8Array, count: number): Int32Array =>
  Int32Array.from({ length: count }, (_, word) => [0, 1, 2, 3].reduce((sum, place) => (sum << 8) | (bytes[(word * 4 + place) % bytes.length] as number), 0))

/** Mixes a key into the state; `salt` has four words, all zero for none. */
function expandKey(state: State, key: Int32Array, salt: Int32Array): void {
  const { p, s } = state
  for (let place = 0; place < p.length; place++) p[place] = at(p, place) ^ at(key, place)
  const block = new Int32Array(2)
  let taken = 0
  for (const words of [p, s])
    for (let place = 0; place < words.length; place += 2) {
      block[0] = at(block, 0) ^ at(salt, taken & 3)
      block[1] = at(block, 1) ^ at(salt, (taken + 1) & 3)
      taken += 2
      encipher(state, block)
      words[place] = at(block, 0)
      words[place + 1] = at(block, 1)
    }
}

/** The bytes of bcrypt's own base64, high bits first. */
function decoded(text: string, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  let bits = 0
  let value = 0
  let place = 0
  for (const letter of text) {
    value = ((value << 6) | ALPHABET.indexOf(letter)) & 0xffff
    bits += 6
    if (bits >= 8 && place < length) {
      bits -= 8
      bytes[place++] = (value >>> bits) & 255
    }
  }
  return bytes
}

function digest(password: Uint8Array, saltBytes: Uint8Array, cost: number): Uint8Array {
  initial ??= wordsOfPi()
  const state = { p: initial.slice(0, ROUNDS + 2), s: initial.slice(ROUNDS + 2) }
  // A zero ends the password, as in C; what comes after 72 bytes does not count.
  const bytes = new Uint8Array(Math.min(password.length + 1, LONGEST))
  bytes.set(password.subarray(0, bytes.length))
  const none = new Int32Array(4)
  const key = cycled(bytes, ROUNDS + 2)
  const salt = cycled(saltBytes, ROUNDS + 2)
  expandKey(state, key, salt)
  for (let n = 2 ** cost; n > 0; n--) {
    expandKey(state, key, none)
    expandKey(state, salt, none)
  }
  const out = new DataView(new ArrayBuffer(24))
  const text = cycled(new TextEncoder().encode('OrpheanBeholderScryDoubt'), 6)
  for (let place = 0; place < 6; place += 2) {
    const block = text.slice(place, place + 2)
    for (let n = 0; n < 64; n++) encipher(state, block)
    out.setInt32(place * 4, at(block, 0))
    out.setInt32(place * 4 + 4, at(block, 1))
  }
  // The last byte was left out when the scheme was made, and has been ever since.
  return new Uint8Array(out.buffer, 0, 23)
}

/** Whether the hash was made of this password: of kind 2a, 2b or 2y. What has another form is right for nobody. Takes 2^cost rounds: not for the event loop. */
export function bcryptIsRight(hash: string, password: string): boolean {
  const [, cost = '', salt = '', expected = ''] = FORM.exec(hash) ?? []
  if (expected === '') return false
  return timingSafeEqual(digest(new TextEncoder().encode(password), decoded(salt, 16), Number(cost)), decoded(expected, 23))
}
