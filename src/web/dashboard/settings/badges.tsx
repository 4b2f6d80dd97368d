/** Badges: what marks members, in which order, and the role that one brings. */
import { Button, ColorInput, Group, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { deriveAccent } from '#kit/pure/accent.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
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
import { common } from './common.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    deleteAsk: (badge: string) => `Delete badge ${badge}?`,
    loses: (held: number, hasRole: boolean) => `${held === 1 ? '1 member loses' : `${held} members lose`} it${hasRole ? ', along with its role' : ''}.`,
    noOne: 'No members have it.',
    deleteBadge: 'Delete badge',
    deleted: 'Badge deleted.',
    members: (count: number) => (count === 1 ? '1 member' : `${count} members`),
    withRole: (role: string) => `Role: ${role}`,
    about: 'Shown on public profiles. Assign them from a member’s profile.',
    add: 'Add badge',
    none: 'No badges yet',
    noneHint: 'Recognize members with a badge, such as Founding member or Teacher.',
    newBadge: 'New badge',
    badge: 'Badge',
    title: 'Title',
    description: 'Description',
    colour: 'Colour',
    adjusted: 'We adjust the text colour for readability.',
    pick: 'Pick a colour from the screen',
    roleHint: 'Members with this badge get this role.',
    noRole: 'None',
  },
  {
    de: {
      deleteAsk: (badge) => `Abzeichen „${badge}“ löschen?`,
      loses: (held, hasRole) => `${held === 1 ? '1 Mitglied verliert' : `${held} Mitglieder verlieren`} es${hasRole ? ', samt der zugehörigen Rolle' : ''}.`,
      noOne: 'Kein Mitglied hat es.',
      deleteBadge: 'Abzeichen löschen',
      deleted: 'Abzeichen gelöscht.',
      members: (count) => (count === 1 ? '1 Mitglied' : `${count} Mitglieder`),
      withRole: (role) => `Rolle: ${role}`,
      about: 'Stehen auf öffentlichen Profilen. Du vergibst sie im Profil eines Mitglieds.',
      add: 'Abzeichen hinzufügen',
      none: 'Noch keine Abzeichen',
      noneHint: 'Zeichne Mitglieder aus, zum Beispiel als Gründungsmitglied oder Kursleitung.',
      newBadge: 'Neues Abzeichen',
      badge: 'Abzeichen',
      title: 'Titel',
      description: 'Beschreibung',
      colour: 'Farbe',
      adjusted: 'Die Textfarbe passen wir so an, dass alles gut lesbar ist.',
      pick: 'Farbe vom Bildschirm aufnehmen',
      roleHint: 'Mitglieder mit diesem Abzeichen bekommen diese Rolle.',
      noRole: 'Keine',
    },
  },
)

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
  const t = useMessages(messages)
  const remove = useApiMutation('badges.deleteBadge')
  const openConfirm = useConfirm()
  const may = useMay()
  const confirmRemoval = () =>
    openConfirm({
      title: t.deleteAsk(badge.title),
      description: held > 0 ? t.loses(held, Boolean(badge.roleKey)) : t.noOne,
      confirmLabel: t.deleteBadge,
      cancelLabel: commonWords.cancel,
      danger: true,
      successMessage: t.deleted,
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
          <span>{t.members(held)}</span>
          {role ? <span>{t.withRole(role)}</span> : null}
        </>
      }
      onOpen={may('badges.updateBadge') ? onEdit : undefined}
      actions={
        <Group gap={4} wrap="nowrap">
          <MoveButtons operation="badges.updateBadgesDisplayOrder" name={badge.title} {...moves} />
          <Allowed operation="badges.deleteBadge">
            <Button variant="subtle" c="var(--bad)" onClick={confirmRemoval}>
              {commonWords.delete}
            </Button>
          </Allowed>
        </Group>
      }
    />
  )
}

export function Badges() {
  const t = useMessages(messages)
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
      title={common.badges}
      about={t.about}
      action={
        <Button variant="light" leftSection={<IconPlus size={17} aria-hidden />} onClick={() => setEdited('new')}>
          {t.add}
        </Button>
      }
    >
      <QueryView query={found}>
        {({ badges }) =>
          badges.length === 0 ? (
            <EmptyState title={t.none}>{t.noneHint}</EmptyState>
          ) : (
            <List label={common.badges}>
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
  const t = useMessages(messages)
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
    toast(commonWords.saved)
    onClose()
  }
  const failure = create.error ?? change.error
  return (
    <SidePanel
      open
      onClose={onClose}
      title={badge ? badge.title : t.newBadge}
      footer={
        <Button type="submit" form="badge" size="md" disabled={!valid} loading={create.isPending || change.isPending}>
          {commonWords.save}
        </Button>
      }
    >
      <form id="badge" onSubmit={(event) => void save(event)}>
        <Stack>
          <SaveError error={failure} />
          <div>
            <span className={css.badge} style={{ background: fill, color: on }}>
              {draft.title || t.badge}
            </span>
          </div>
          <TextInput
            size="md"
            label={t.title}
            required
            withAsterisk={false}
            maxLength={50}
            autoComplete="off"
            value={draft.title}
            onChange={(event) => setDraft({ ...draft, title: event.currentTarget.value })}
          />
          <Textarea
            size="md"
            label={t.description}
            autosize
            minRows={2}
            maxLength={1500}
            value={draft.description}
            onChange={(event) => setDraft({ ...draft, description: event.currentTarget.value })}
          />
          <ColorInput
            size="md"
            label={t.colour}
            description={t.adjusted}
            format="hex"
            // Upwards: the button below stays in view.
            popoverProps={{ position: 'top-start' }}
            eyeDropperButtonProps={{ 'aria-label': t.pick }}
            value={draft.backgroundColor}
            onChange={(backgroundColor) => setDraft({ ...draft, backgroundColor })}
          />
          {roles.length > 0 ? (
            <Select
              size="md"
              label={common.role}
              description={t.roleHint}
              data={[{ value: '', label: t.noRole }, ...roles.map(({ roleKey, title }) => ({ value: roleKey, label: title }))]}
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
