/** What shows a picture, with the way to each. */
import { Stack, Text, Title } from '@mantine/core'
import type { ReplyOf } from '#web/operations.ts'
import { DashboardLink } from '../parts/link.tsx'
import type { ScreenLink } from '../search-params.ts'
import css from './media.module.css'

type PictureUse = ReplyOf<'media.describePicture'>['uses'][number]

const kinds: Record<PictureUse['kind'], string> = {
  SERVICE: 'Service',
  ADD_ON: 'Add-on',
  STAFF_MEMBER: 'Staff member',
  PAGE: 'Page',
  LOGO: 'Site editor',
  ICON: 'Site editor',
}
function toUseLink({ kind, id }: PictureUse): ScreenLink {
  if (kind === 'SERVICE') return { to: '/dashboard/services', search: { edit: id } }
  if (kind === 'ADD_ON') return { to: '/dashboard/services', search: { tab: 'add-ons', edit: id } }
  if (kind === 'STAFF_MEMBER') return { to: '/dashboard/staff', search: { open: id } }
  return { to: '/dashboard/website', search: kind === 'PAGE' ? { sitePage: id } : { part: 'design' } }
}

export const PictureUses = ({ uses }: { uses: readonly PictureUse[] }) => (
  <Stack gap="xs">
    <Title order={3} size="h4">
      Where it is shown
    </Title>
    {uses.length === 0 ? (
      <Text c="dimmed">Nowhere yet.</Text>
    ) : (
      <ul className={css.uses}>
        {uses.map((use) => (
          <li key={`${use.kind} ${use.id ?? ''} ${use.name}`}>
            {kinds[use.kind]}: <DashboardLink {...toUseLink(use)}>{use.name}</DashboardLink>
          </li>
        ))}
      </ul>
    )}
  </Stack>
)
