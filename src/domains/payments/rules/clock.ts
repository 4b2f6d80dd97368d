/** Whether the server's clock can be trusted with money. Source: guide pricing-plans §9.6. */

/** Stands in the list of payment problems beside those of the providers. */
export const CLOCK_PROBLEM = 'clock'

/** More than this is no correction of a good clock. */
export const maxDriftMs = 3_600_000

const hours = (ms: number): string => {
  const n = Math.round(Math.abs(ms) / 360_000) / 10
  return n === 1 ? '1 hour' : `${n} hours`
}

/** Set while the server runs, by more than an hour either way. */
export const isClockOff = (driftMs: number): boolean => Math.abs(driftMs) > maxDriftMs

/**
 * What is wrong with the clock, in words for the owner; undefined when nothing is. `newestMs`: the newest thing that
 * happened on the site. decision: a server that starts with a clock more than an hour behind what it has written stands
 * still, too; one that starts ahead cannot be distinguished from one that was switched off for a while.
 */
export function findClockProblem(of: { driftMs: number; nowMs: number; newestMs: number | undefined }): string | undefined {
  if (isClockOff(of.driftMs)) return `The clock of the server was moved ${of.driftMs > 0 ? 'ahead' : 'back'} by ${hours(of.driftMs)} while it was running.`
  const behind = (of.newestMs ?? of.nowMs) - of.nowMs
  return behind > maxDriftMs ? `The clock of the server is ${hours(behind)} behind what has happened already.` : undefined
}
