/** Replies of the API, which are no pages, and are not to be dressed up as parts of one. */

/** The default of every reply: nothing is shown in a frame of others. Pages say for themselves who may frame them. */
export const unframed = { 'content-security-policy': "frame-ancestors 'none'" } as const
