/**
 * The check-in code of a booking: eight characters that a person can read out, the same on every page. It is made from the id, so that a
 * list of bookings is enough to find one by its code, also without a connection. It opens nothing: only the business can check people in.
 * decision: the last 40 bits of the id in Crockford's Base32, which has no I, L, O and U.
 */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** The code of a booking id (UUID), as `7K3M-9QXR`. */
export function toCheckInCode(bookingId: string): string {
  let bits = BigInt(`0x${bookingId.replaceAll('-', '').slice(-10)}`)
  let code = ''
  for (let n = 0; n < 8; n++) {
    code = (alphabet[Number(bits & 31n)] ?? '') + code
    bits >>= 5n
  }
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** Normalizes a typed or scanned code: case, spaces and dashes do not matter, O is 0, I and L are 1. Undefined when it is none. */
export function parseCheckInCode(typed: string): string | undefined {
  const plain = typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')
  if (plain.length !== 8 || [...plain].some((one) => !alphabet.includes(one))) return undefined
  return `${plain.slice(0, 4)}-${plain.slice(4)}`
}
