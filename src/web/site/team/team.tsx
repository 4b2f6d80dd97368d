/** Everyone of the team. */
import { useApiQuery } from '../../api.ts'
import { useMessages, defineMessages } from '../../kit/messages.ts'
import { Page } from '../../kit/page.tsx'
import { EmptyState, ErrorState, Skeletons } from '../../kit/states.tsx'
import { PersonCard } from '../person-card.tsx'

const messages = defineMessages(
  { title: 'Our team', none: 'No team members yet', soon: 'Team members appear here once they’re added.' },
  {
    de: { title: 'Unser Team', none: 'Noch keine Teammitglieder', soon: 'Hier erscheinen Teammitglieder, sobald sie angelegt sind.' },
    fr: {
      title: 'Notre équipe',
      none: 'L’équipe n’est pas encore présentée',
      soon: 'Les membres de l’équipe apparaîtront ici dès qu’ils seront ajoutés.',
    },
    es: {
      title: 'Nuestro equipo',
      none: 'Aún no hay nadie en el equipo',
      soon: 'Las personas del equipo aparecerán aquí en cuanto se añadan.',
    },
  },
)

export function Team() {
  const t = useMessages(messages)
  const team = useApiQuery('staff.listTeam', { query: {} })
  return (
    <Page title={t.title}>
      {team.isPending ? (
        <Skeletons count={6} />
      ) : team.error ? (
        <ErrorState error={team.error} onRetry={() => void team.refetch()} />
      ) : team.data.members.length === 0 ? (
        <div className="card">
          <EmptyState title={t.none}>{t.soon}</EmptyState>
        </div>
      ) : (
        <ul className="team">
          {team.data.members.map((person) => (
            <PersonCard key={person.resourceId} person={person} heading="h2" />
          ))}
        </ul>
      )}
    </Page>
  )
}
