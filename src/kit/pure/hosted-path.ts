/** Which of the two apps for visitors answers a path. No I/O. */

/** Pages of flows: sign-in, checkout, one booking, what comes after. They are an app of their own, without the site around them. */
export const isHostedPath = (path: string): boolean =>
  /^\/(hosted|email-preferences|booking|visit|checkout|thank-you|signed-in|signed-out|setup)(\/|$)/.test(path)
