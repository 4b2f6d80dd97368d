/** A staff member: profile, working hours and time off. */
import { Button, Stack, Textarea, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useState, type FormEvent, type ReactNode } from 'react'
import { call, useApiMutation } from '#web/api.ts'
import { LibraryPictureField } from '../parts/library-picture-field.tsx'
import { toast } from '#web/kit/toasts.tsx'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { Allowed, AllowedFields } from '../permissions.tsx'
import { toastError } from '../api-helpers.ts'
import type { StaffMember } from '../entities.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { useUnsavedGuard } from '../parts/unsaved-guard.tsx'
import { UsageNote } from '../parts/usage-note.tsx'
import { newStaffForm, toStaffChange, toStaffForm, type StaffForm } from './forms/staff-form.ts'
import { words } from './words.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    askRemove: (name: string) => `Remove ${name}?`,
    removeStaff: 'Remove staff member',
    wasRemoved: (name: string) => `${name} removed.`,
    noLonger: (name: string) => `Clients can no longer book with ${name}.`,
    photo: 'Photo',
    about: 'About',
  },
  {
    de: {
      askRemove: (name) => `${name} entfernen?`,
      removeStaff: 'Teammitglied entfernen',
      wasRemoved: (name) => `${name} entfernt.`,
      noLonger: (name) => `Kunden können nicht mehr bei ${name} buchen.`,
      photo: 'Foto',
      about: 'Über die Person',
    },
  },
)

interface StaffPanelProps {
  person: StaffMember | 'new' | undefined
  onClose: () => void
  onCreated: (id: string) => void
  /** Above the form. */
  notice?: ReactNode
  children?: ReactNode
}
/** The draft of a staff member: what differs from the stored one is saved. */
function useStaffEditor({ person, onClose, onCreated }: Omit<StaffPanelProps, 'notice' | 'children'>) {
  const w = useMessages(words)
  const create = useApiMutation('staff.createStaffMember')
  const update = useApiMutation('staff.updateStaffMember')
  const unsaved = useUnsavedGuard(onClose)
  const saved = person === 'new' ? undefined : person
  const [{ before, form }, setEdited] = useState({ before: newStaffForm, form: newStaffForm })
  const [checked, setChecked] = useState(false)
  const startOver = () => {
    const first = saved ? toStaffForm(saved) : newStaffForm
    setEdited({ before: first, form: first })
    setChecked(false)
    create.reset()
    update.reset()
  }
  const restart = useEffectEvent(startOver)
  const key = person === 'new' ? 'new' : person?.id
  // Refetching the same staff member must not overwrite what is being typed.
  useEffect(() => restart(), [key])
  const set = (change: Partial<StaffForm>) => {
    unsaved.markDirty()
    setEdited((old) => ({ ...old, form: { ...old.form, ...change } }))
  }
  const nameProblem = form.name.trim().length > 40 ? w.atMost40 : checked && form.name.trim() === '' ? w.enterName : undefined
  const save = async (event?: FormEvent) => {
    event?.preventDefault()
    setChecked(true)
    if (form.name.trim() === '' || nameProblem) return
    try {
      const change = toStaffChange(saved, before, form)
      const stored = saved
        ? change && (await update.mutateAsync({ params: { staffMemberId: saved.id }, body: { staffMember: change } })).staffMember
        : (await create.mutateAsync({ body: { staffMember: change ?? {} } })).staffMember
      unsaved.markSaved()
      if (stored) {
        setEdited({ before: toStaffForm(stored), form: toStaffForm(stored) })
        toast(commonWords.saved)
      }
      if (stored && !saved) onCreated(stored.id)
    } catch {
      /* shown above the form */
    }
  }
  return { unsaved, saved, create, update, save, startOver, form, nameProblem, set }
}

export function StaffPanel({ person, onClose, onCreated, notice, children }: StaffPanelProps) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const editor = useStaffEditor({ onClose, person, onCreated })
  const { saved } = editor
  const remove = useApiMutation('staff.deleteStaffMember')
  const openConfirm = useConfirm()
  const confirmRemoval = async (member: StaffMember) => {
    const usage = await call('reports.getResourceUsage', { params: { id: member.resourceId } })
    openConfirm({
      title: t.askRemove(member.name),
      danger: true,
      confirmLabel: t.removeStaff,
      cancelLabel: commonWords.cancel,
      successMessage: t.wasRemoved(member.name),
      description: (
        <>
          {t.noLonger(member.name)} <UsageNote usage={usage} resourceId={member.resourceId} it={member.name} />
        </>
      ),
      onConfirm: () => {
        // Closed first: what the panel shows would be read again, and is gone.
        onClose()
        return remove.mutateAsync({ params: { staffMemberId: member.id } })
      },
    })
  }
  return (
    <SidePanel
      open={person !== undefined}
      onClose={editor.unsaved.close}
      size={560}
      title={saved?.name ?? w.addStaff}
      footer={
        <>
          <Allowed operation="staff.updateStaffMember">
            <Button type="submit" form="staff" size="md" loading={editor.create.isPending || editor.update.isPending}>
              {saved ? commonWords.save : w.addStaff}
            </Button>
          </Allowed>
          {saved && (
            <Allowed operation="staff.deleteStaffMember">
              <Button size="md" variant="subtle" c="var(--bad)" onClick={() => void confirmRemoval(saved).catch(toastError)}>
                {commonWords.remove}
              </Button>
            </Allowed>
          )}
        </>
      }
    >
      {notice}
      <form id="staff" noValidate onSubmit={(event) => void editor.save(event)}>
        <AllowedFields operation="staff.updateStaffMember">
          <Stack>
            <SaveError error={editor.create.error ?? editor.update.error} onReload={editor.startOver} onOverwrite={() => void editor.save()} />
            <TextInput
              size="md"
              label={commonWords.name}
              required
              value={editor.form.name}
              error={editor.nameProblem}
              onChange={(event) => editor.set({ name: event.currentTarget.value })}
            />
            <TextInput
              size="md"
              type="email"
              label={commonWords.email}
              maxLength={320}
              value={editor.form.email}
              onChange={(event) => editor.set({ email: event.currentTarget.value })}
            />
            <TextInput
              size="md"
              type="tel"
              label={commonWords.phone}
              maxLength={20}
              value={editor.form.phone}
              onChange={(event) => editor.set({ phone: event.currentTarget.value })}
            />
            <Allowed operation="media.uploadPicture">
              <LibraryPictureField
                label={t.photo}
                shape="person"
                seed={editor.form.name || '?'}
                value={editor.form.picture}
                onChange={(picture) => editor.set({ picture })}
              />
            </Allowed>
            <Textarea
              size="md"
              label={t.about}
              autosize
              minRows={3}
              maxLength={500}
              value={editor.form.description}
              onChange={(event) => editor.set({ description: event.currentTarget.value })}
            />
          </Stack>
        </AllowedFields>
      </form>
      {saved && children}
    </SidePanel>
  )
}
