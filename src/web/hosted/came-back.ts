/** What an identity provider's answer left behind the `#` of our sign-in page, where no server reads it. */
export interface CameBack {
  state?: string
  stateToken?: string
  factors?: readonly string[]
  /** Why nobody is signed in, in a sentence. */
  problem?: string
}

const problems: Record<string, string> = {
  unknown_provider: 'This way to sign in is no longer offered here.',
  provider_unreachable: 'The other house does not answer at the moment. Please try again, or sign in with your e-mail.',
  provider_refused: 'The other house did not confirm who you are. Please try again, or sign in with your e-mail.',
  sign_in_expired: 'This sign-in took too long or was begun in another browser. Please try again.',
  email_required: 'The other house did not tell us your e-mail. Allow it there, or sign up with your e-mail here.',
  account_exists: 'There is already an account with this e-mail. Sign in with your password, then connect the other house under “Sign-in & security”.',
  connected_elsewhere: 'This account of the other house belongs to another member already.',
  blocked: 'This account is blocked. Please contact us.',
  closed: 'This account was closed. Please contact us.',
}

/** Reads the part behind `#` and takes it out of the address, so that going back does not repeat it. */
export function cameBack(): CameBack | undefined {
  const said = new URLSearchParams(location.hash.slice(1))
  const [state, error] = [said.get('state'), said.get('error')]
  if (!state && !error) return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  if (error) return { problem: problems[error] ?? 'Signing in did not work. Please try again.' }
  return {
    state: state ?? '',
    stateToken: said.get('stateToken') ?? '',
    factors: (said.get('factors') ?? '').split(',').filter(Boolean),
  }
}
