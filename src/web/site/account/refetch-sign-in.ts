/** Refetches the sign-in settings of the member after one of them was changed. */
import { queryClient } from '../../api.ts'

export const refetchSignIn = () => queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] === 'identity.getMySignIn' })
