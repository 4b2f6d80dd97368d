/** Badges: what marks members, in which order, and the role that one brings. */
import { Button, ColorInput, Group, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { deriveAccent } from '#kit/pure/accent.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { toastError } from '../api-helpers.ts'
import { Allowed, useMay } from '../permissions.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { QueryView, EmptyState } from '../parts/query-view.tsx'
import { Row } from '../parts/list.tsx'
import { List, Section } from '../parts/page.tsx'
import { MoveButtons, type MoveButtonsProps } from '../parts/move-buttons.tsx'
import { moveItem } from '../parts/move-item.ts'
import { SidePanel } from '../parts/side-panel.tsx'
import css from './settings.module.css'
import { ownRoles } from './roles.tsx'

type Badge = ReplyOf<'badges.listBadges'>['badges'][number]
interface BadgeRowProps extends Pick<MoveButtonsProps, 'onUp' | 'onDown'> {
  badge: Badge
  /** How many members have it. */
  held: number
  /** The title of the role that comes with it. */
  role: string | undefined
  onEdit: () => void
}
function BadgeRow({ badge, held, role, onEdit, ...moves }: BadgeRowProps) {
  const remove = useApiMutation('badges.deleteBadge')
  const openConfirm = useConfirm()
  const may = useMay()
  const confirmRemoval = () =>
    openConfirm({
      title: `Delete badge ${badge.title}?`,
      description:
        held > 0 ? `${held === 1 ? '1 member loses' : `${held} members lose`} it${badge.roleKey ? ', along with its role' : ''}.` : 'No members have it.',
      confirmLabel: 'Delete badge',
      cancelLabel: 'Cancel',
      danger: true,
      successMessage: 'Badge deleted.',
      onConfirm: () => remove.mutateAsync({ params: { id: badge.id } }),
    })
  return (
    <Row
      lead={
        <span className={css.badge} style={{ background: badge.backgroundColor, color: badge.textColor }}>
          {badge.title}
        </span>
      }
      title={badge.title}
      sub={badge.description}
      facts={
        <>
          <span>{held === 1 ? '1 member' : `${held} members`}</span>
          {role ? <span>Role: {role}</span> : null}
        </>
      }
      onOpen={may('badges.updateBadge') ? onEdit : undefined}
      actions={
        <Group gap={4} wrap="nowrap">
          <MoveButtons operation="badges.updateBadgesDisplayOrder" name={badge.title} {...moves} />
          <Allowed operation="badges.deleteBadge">
            <Button variant="subtle" c="var(--bad)" onClick={confirmRemoval}>
              Delete
            </Button>
          </Allowed>
        </Group>
      }
    />
  )
}

export function Badges() {
  const found = useApiQuery('badges.listBadges', { query: {} })
  const counts = useApiQuery('badges.getMemberCountsPerBadge').data?.badgeMemberCounts ?? []
  const order = useApiMutation('badges.updateBadgesDisplayOrder')
  const [edited, setEdited] = useState<Badge | 'new'>()
  const roles = useApiQuery('memberRoles.listMemberRoleDefinitions').data?.roles ?? []
  const findTitle = (key: string) => roles.find(({ roleKey }) => roleKey === key)?.title ?? key
  const move = (badges: readonly Badge[], from: number, to: number) => {
    const badgeIds = moveItem(badges, from, to).map(({ id }) => id)
    void order.mutateAsync({ body: { badgeIds } }).catch(toastError)
  }
  return (
    <Section
      title="Badges"
      about="Shown on public profiles. Assign them from a member’s profile."
      action={
        <Button variant="light" leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setEdited('new')}>
          Add badge
        </Button>
      }
    >
      <QueryView query={found}>
        {({ badges }) =>
          badges.length === 0 ? (
            <EmptyState title="No badges yet">Recognize members with a badge, such as Founding member or Teacher.</EmptyState>
          ) : (
            <List label="Badges">
              {badges.map((badge, index) => {
                const held = counts.find(({ badgeId }) => badgeId === badge.id)?.memberCount ?? 0
                return (
                  <BadgeRow
                    key={badge.id}
                    badge={badge}
                    held={held}
                    role={badge.permissionsEnabled && badge.roleKey ? findTitle(badge.roleKey) : undefined}
                    onEdit={() => setEdited(badge)}
                    onUp={index > 0 && !order.isPending ? () => move(badges, index, index - 1) : undefined}
                    onDown={index < badges.length - 1 && !order.isPending ? () => move(badges, index, index + 1) : undefined}
                  />
                )
              })}
            </List>
          )
        }
      </QueryView>
      {edited ? <BadgeForm badge={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} /> : null}
    </Section>
  )
}

function BadgeForm({ badge, onClose }: { badge: Badge | undefined; onClose: () => void }) {
  const create = useApiMutation('badges.createBadge')
  const change = useApiMutation('badges.updateBadge')
  const roles = ownRoles(useApiQuery('memberRoles.listMemberRoleDefinitions').data?.roles)
  const [draft, setDraft] = useState({
    title: badge?.title ?? '',
    description: badge?.description ?? '',
    backgroundColor: badge?.backgroundColor ?? '#2f5d8a',
    roleKey: (badge?.permissionsEnabled && badge.roleKey) || '',
  })
  const valid = /^#[0-9a-f]{6}$/i.test(draft.backgroundColor)
  // The text colour is adjusted to be readable on the chosen colour.
  const { fill, on } = deriveAccent(valid ? draft.backgroundColor : '#2f5d8a')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    // Who may not see roles leaves the badge's as it is.
    const roleChange = roles.length > 0 ? { roleKey: draft.roleKey, permissionsEnabled: draft.roleKey !== '' } : {}
    const body = { badge: { title: draft.title.trim(), description: draft.description.trim(), backgroundColor: fill, textColor: on, ...roleChange } }
    const saved = await (badge ? change.mutateAsync({ params: { id: badge.id }, body }) : create.mutateAsync({ body })).catch(() => undefined)
    if (!saved) return
    toast('Saved.')
    onClose()
  }
  const failure = create.error ?? change.error
  return (
    <SidePanel
      open
      onClose={onClose}
      title={badge ? badge.title : 'New badge'}
      footer={
        <Button type="submit" form="badge" size="md" disabled={!valid} loading={create.isPending || change.isPending}>
          Save
        </Button>
      }
    >
      <form id="badge" onSubmit={(event) => void save(event)}>
        <Stack>
          <SaveError error={failure} />
          <div>
            <span className={css.badge} style={{ background: fill, color: on }}>
              {draft.title || 'Badge'}
            </span>
          </div>
          <TextInput
            size="md"
            label="Title"
            required
            withAsterisk={false}
            maxLength={50}
            autoComplete="off"
            value={draft.title}
            onChange={(event) => setDraft({ ...draft, title: event.currentTarget.value })}
          />
          <Textarea
            size="md"
            label="Description"
            autosize
            minRows={2}
            maxLength={1500}
            value={draft.description}
            onChange={(event) => setDraft({ ...draft, description: event.currentTarget.value })}
          />
          <ColorInput
            size="md"
            label="Colour"
            description="We adjust the text colour for readability."
            format="hex"
            // Upwards: the button below stays in view.
            popoverProps={{ position: 'top-start' }}
            eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
            value={draft.backgroundColor}
            onChange={(backgroundColor) => setDraft({ ...draft, backgroundColor })}
          />
          {roles.length > 0 ? (
            <Select
              size="md"
              label="Role"
              description="Members with this badge get this role."
              data={[{ value: '', label: 'None' }, ...roles.map(({ roleKey, title }) => ({ value: roleKey, label: title }))]}
              allowDeselect={false}
              value={draft.roleKey}
              onChange={(roleKey) => setDraft({ ...draft, roleKey: roleKey ?? '' })}
            />
          ) : null}
        </Stack>
      </form>
    </SidePanel>
  )
}
