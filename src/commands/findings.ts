/** What `atrium doctor` finds. No I/O. */

/** `fine`: as it should be. `notice`: works, and could be better. `wrong`: does not work, or data is in danger. */
export interface Finding {
  state: 'fine' | 'notice' | 'wrong'
  /** What it is about, in one or two words. */
  subject: string
  /** What was found; when it is not fine, also what to do. */
  text: string
}

export const fine = (subject: string, text: string): Finding => ({ state: 'fine', subject, text })
export const notice = (subject: string, text: string): Finding => ({ state: 'notice', subject, text })
export const wrong = (subject: string, text: string): Finding => ({ state: 'wrong', subject, text })

const SIGNS = { fine: '✓', notice: '!', wrong: '✗' } as const

/** One line for each finding, and a sum. */
export function formatFindings(findings: readonly Finding[]): string {
  const width = Math.max(0, ...findings.map(({ subject }) => subject.length))
  const lines = findings.map(({ state, subject, text }) => `${SIGNS[state]} ${subject.padEnd(width)}  ${text.replaceAll(/\s+/g, ' ')}`)
  const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
  const [mistakes, notices] = [count('wrong'), count('notice')]
  const sum = mistakes > 0 ? `${mistakes} wrong` : 'Nothing is wrong'
  return [...lines, '', `${sum}${notices > 0 ? `, ${notices} to think about` : ''}.`].join('\n')
}

export const hasMistakes = (findings: readonly Finding[]): boolean => findings.some(({ state }) => state === 'wrong')
