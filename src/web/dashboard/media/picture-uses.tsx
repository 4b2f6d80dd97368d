/** What shows a picture, with the way to each. */
import { Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ReplyOf } from '#web/operations.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { DashboardLink } from '../parts/link.tsx'
import type { ScreenLink } from '../search-params.ts'
import css from './media.module.css'

const messages = defineDashboardMessages(
  {
    title: 'Where it is shown',
    nowhere: 'Nowhere yet.',
    kinds: { SERVICE: 'Service', ADD_ON: 'Add-on', STAFF_MEMBER: 'Staff member', PAGE: 'Page', LOGO: 'Site editor', ICON: 'Site editor' },
    use: (kind: string, link: ReactNode) => (
      <>
        {kind}: {link}
      </>
    ),
  },
  {
    de: {
      title: 'Wo es zu sehen ist',
      nowhere: 'Noch nirgends.',
      kinds: { SERVICE: 'Angebot', ADD_ON: 'Extra', STAFF_MEMBER: 'Teammitglied', PAGE: 'Seite', LOGO: 'Seiteneditor', ICON: 'Seiteneditor' },
      use: (kind, link) => (
        <>
          {kind}: {link}
        </>
      ),
    },
  },
)

type PictureUse = ReplyOf<'media.describePicture'>['uses'][number]

function toUseLink({ kind, id }: PictureUse): ScreenLink {
  if (kind === 'SERVICE') return { to: '/dashboard/services', search: { edit: id } }
  if (kind === 'ADD_ON') return { to: '/dashboard/services', search: { tab: 'add-ons', edit: id } }
  if (kind === 'STAFF_MEMBER') return { to: '/dashboard/staff', search: { open: id } }
  return { to: '/dashboard/website', search: kind === 'PAGE' ? { sitePage: id } : { part: 'design' } }
}

export function PictureUses({ uses }: { uses: readonly PictureUse[] }) {
  const t = useMessages(messages)
  return (
    <Stack gap="xs">
      <Title order={3} size="h4">
        {t.title}
      </Title>
      {uses.length === 0 ? (
        <Text c="dimmed">{t.nowhere}</Text>
      ) : (
        <ul className={css.uses}>
          {uses.map((use) => (
            <li key={`${use.kind} ${use.id ?? ''} ${use.name}`}>{t.use(t.kinds[use.kind], <DashboardLink {...toUseLink(use)}>{use.name}</DashboardLink>)}</li>
          ))}
        </ul>
      )}
    </Stack>
  )
}
