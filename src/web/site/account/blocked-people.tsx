/** Blocked members, with unblock. */
import { call, errorMessage, queryClient, useApiQuery } from '../../api.ts'
import { Button } from '../../kit/button.tsx'
import { toast } from '../../kit/toasts.tsx'
import { currentMessages, useMessages, defineMessages } from '../../kit/messages.ts'

const messages = defineMessages(
  {
    title: 'Blocked people',
    means: 'You don’t see each other here.',
    lift: 'Unblock',
    from: (name: string) => ` ${name}`,
    lifted: 'Unblocked',
  },
  {
    de: {
      title: 'Blockierte Mitglieder',
      means: 'Ihr seht einander hier nicht.',
      lift: 'Blockierung aufheben',
      from: (name) => ` von ${name}`,
      lifted: 'Blockierung aufgehoben',
    },
    fr: {
      title: 'Membres bloqués',
      means: 'Ces personnes ne vous voient plus ici, et vous ne les voyez plus.',
      lift: 'Débloquer',
      from: (name) => ` ${name}`,
      lifted: 'Membre débloqué',
    },
    es: {
      title: 'Miembros bloqueados',
      means: 'Estas personas no te ven aquí y tú tampoco las ves.',
      lift: 'Desbloquear',
      from: (name) => ` a ${name}`,
      lifted: 'Miembro desbloqueado',
    },
  },
)

export function BlockedMembers() {
  const t = useMessages(messages)
  const people = useApiQuery('memberBlocks.myBlockedPeople').data?.people ?? []
  // Hidden while no member is blocked.
  if (people.length === 0) return null
  const unblock = async (memberId: string) => {
    try {
      await call('memberBlocks.unblockOtherMember', { params: { memberId } })
      await queryClient.invalidateQueries()
      toast(currentMessages(messages).lifted)
    } catch (error) {
      toast(errorMessage(error))
    }
  }
  return (
    <section className="card stack" aria-labelledby="blocked-title">
      <div>
        <h2 className="card-title" id="blocked-title">
          {t.title}
        </h2>
        <p className="dim">{t.means}</p>
      </div>
      <ul className="list">
        {people.map(({ id, nickname }) => (
          <li key={id} className="row row-between line">
            <p className="strong">{nickname}</p>
            <Button variant="default" onClick={() => void unblock(id)}>
              {t.lift}
              <span className="sr">{t.from(nickname)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
