/** Which password hashes from elsewhere are understood, and not too dear to check. Source: guide identity §9.4; the PHC string format. */
export type HashFormat = 'argon2' | 'scrypt' | 'bcrypt'

/** Bounds keep a crafted hash from taking the machine: a quarter of a gigabyte of memory and a few seconds at most. */
const bounds = {
  argon2: { memoryKib: 262_144, passes: 16, lanes: 16 },
  scrypt: { logN: 17, r: 16, p: 4 },
  bcrypt: { cost: 14 },
}
const isWithin = (value: string | undefined, least: number, most: number): boolean => Number(value) >= least && Number(value) <= most

/**
 * The form of a hash: argon2 (id, i, d) and scrypt as PHC strings (`$argon2id$v=19$m=…,t=…,p=…$salt$hash`,
 * `$scrypt$ln=…,r=…,p=…$salt$hash`), bcrypt as `$2a$`, `$2b$` or `$2y$`. Undefined for all else.
 */
export function detectHashFormat(text: string): HashFormat | undefined {
  const argon = /^\$argon2(?:id|i|d)\$v=(?:16|19)\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,3})\$[A-Za-z0-9+/]{11,86}\$[A-Za-z0-9+/]{22,172}$/.exec(text)
  if (argon)
    return isWithin(argon[1], 8, bounds.argon2.memoryKib) && isWithin(argon[2], 1, bounds.argon2.passes) && isWithin(argon[3], 1, bounds.argon2.lanes)
      ? 'argon2'
      : undefined
  const scrypt = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$[A-Za-z0-9+/]{11,86}={0,2}\$[A-Za-z0-9+/]{22,172}={0,2}$/.exec(text)
  if (scrypt)
    return isWithin(scrypt[1], 1, bounds.scrypt.logN) && isWithin(scrypt[2], 1, bounds.scrypt.r) && isWithin(scrypt[3], 1, bounds.scrypt.p)
      ? 'scrypt'
      : undefined
  const bcrypt = /^\$2[aby]\$(\d\d)\$[./A-Za-z0-9]{53}$/.exec(text)
  return bcrypt && isWithin(bcrypt[1], 4, bounds.bcrypt.cost) ? 'bcrypt' : undefined
}
