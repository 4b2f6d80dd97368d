/** Whom I no longer want to meet here, and lifting that again. */
import { ApiError, call, queryClient, useAsk } from '../../api.ts'
import { Button } from '../../kit/button.tsx'
import { toast } from '../../kit/toasts.tsx'

export function BlockedPeople() {
  const people = useAsk('members.myBlockedPeople').data?.people ?? []
  // Most people have blocked nobody: a list of nobody would only worry them.
  if (people.length === 0) return null
  const lift = async (memberId: string) => {
    try {
      await call('members.unblockOtherMember', { params: { memberId } })
      await queryClient.invalidateQueries()
      toast('The block is lifted')
    } catch (error) {
      toast(error instanceof ApiError ? error.message : 'That did not work. Please try again.')
    }
  }
  return (
    <section className="card stack" aria-labelledby="blocked-title">
      <div>
        <h2 className="card-title" id="blocked-title">
          People I blocked
        </h2>
        <p className="dim">You do not see each other here.</p>
      </div>
      <ul className="list">
        {people.map(({ id, nickname }) => (
          <li key={id} className="row row-between line">
            <p className="strong">{nickname}</p>
            <Button variant="default" onClick={() => void lift(id)}>
              Lift the block<span className="sr"> on {nickname}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
