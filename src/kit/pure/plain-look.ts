/** The look that every site begins with: all pages know it, so that those who keep it load no other. */
interface Design {
  tone: string
  font: string
  corners: string
  scheme: string
  icon?: unknown
}
/** The accent is no part of it. */
export const isPlainLook = ({ tone, font, corners, scheme, icon }: Design): boolean =>
  tone === 'warm' && font === 'system' && corners === 'round' && scheme === 'auto' && icon === undefined
