/** The reply of a change that answers a question on screen, too. A file of its own: few screens need it, and none of the first ones. */
import { queryClient, toQueryKey } from './api.ts'
import { isMember } from './auth.ts'
import type { InputOf, OperationName, ReplyOf } from './operations.ts'

/** What the screen shows for a question at once; it is asked anew all the same, as after each change. */
export const setApiReply = <N extends OperationName>(name: N, input: InputOf<N> | undefined, reply: ReplyOf<N>): void =>
  void queryClient.setQueryData(toQueryKey(name, input, isMember()), reply)
