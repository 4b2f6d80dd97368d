/** One picture of the library: its words, its focal point, crops of it, what shows it, and its deletion. */
import { Button, Group, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { IconCrop, IconTrash } from '@tabler/icons-react'
import { useEffect, useState, type FormEvent } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { type Language, languages } from '#kit/pure/languages.ts'
import { toast } from '#web/kit/toasts.tsx'
import { useMessages } from '#web/kit/messages.ts'
import { toastError } from '../api-helpers.ts'
import type { LibraryPicture } from '../entities.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { FocalPoint } from '../parts/focal-point.tsx'
import { PictureGrid } from '../parts/picture-grid.tsx'
import { ErrorState } from '../parts/query-view.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { useUnsavedGuard } from '../parts/unsaved-guard.tsx'
import { Allowed, AllowedFields } from '../permissions.tsx'
import { CropField } from './crop-field.tsx'
import css from './media.module.css'
import { PictureUses } from './picture-uses.tsx'
import { messages } from './picture-panel.messages.ts'
import { commonWords } from '../parts/common-words.ts'

interface Draft {
  id: string
  filename: string
  alt: LibraryPicture['alt']
  focus: LibraryPicture['focus']
}
const toDraft = ({ id, filename, alt, focus }: LibraryPicture): Draft => ({ id, filename, alt, focus })

/** The picture as it was loaded, and what is being typed. */
function usePictureDraft(picture: LibraryPicture | undefined, onClose: () => void) {
  const [draft, setDraft] = useState<Draft>()
  const unsaved = useUnsavedGuard(onClose)
  const update = useApiMutation('media.updatePicture')
  useEffect(() => {
    // Refetching the same picture must not overwrite what is being typed.
    setDraft((now) => (picture === undefined ? undefined : now?.id === picture.id ? now : toDraft(picture)))
  }, [picture])
  const change = (part: Partial<Draft>) => {
    unsaved.markDirty()
    setDraft((now) => now && { ...now, ...part })
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!draft) return
    const { id, filename, alt, focus } = draft
    await update
      .mutateAsync({ params: { mediaId: id }, body: { filename: filename.trim() || 'picture', alt, focus: focus ?? null } })
      .then(() => {
        unsaved.markSaved()
        toast(commonWords.saved)
        onClose()
      })
      .catch(toastError)
  }
  return { draft, change, save, pending: update.isPending, unsaved }
}

export function PicturePanel({ pictureId, onOpen, onClose }: { pictureId: string | undefined; onOpen: (id: string) => void; onClose: () => void }) {
  const t = useMessages(messages)
  /** What is being deleted is not asked for again. */
  const [removing, setRemoving] = useState<string>()
  const found = useApiQuery('media.describePicture', { params: { mediaId: pictureId ?? '' } }, { enabled: pictureId !== undefined && removing !== pictureId })
  const picture = pictureId === undefined ? undefined : found.data?.picture
  const editor = usePictureDraft(picture, onClose)
  return (
    <SidePanel
      open={pictureId !== undefined}
      onClose={editor.unsaved.close}
      size={560}
      title={picture?.filename ?? t.picture}
      footer={
        <Allowed operation="media.updatePicture">
          <Button type="submit" form="picture" size="md" loading={editor.pending} disabled={!editor.draft}>
            {t.save}
          </Button>
        </Allowed>
      }
    >
      {found.error ? (
        <ErrorState error={found.error} retry={() => void found.refetch()} />
      ) : found.data && picture && editor.draft ? (
        <Stack gap="xl">
          <img src={`/media/${picture.id}`} alt={editor.draft.alt.en ?? ''} className={css.picture} />
          <PictureForm picture={picture} editor={editor} />
          <Crops original={found.data.original ?? picture} crops={found.data.crops} onOpen={onOpen} />
          <PictureUses uses={found.data.uses} />
          <DeletePicture picture={picture} isUsed={found.data.uses.length > 0} onRemoving={setRemoving} onDeleted={onClose} />
        </Stack>
      ) : (
        <Stack gap="lg" aria-busy>
          {[240, 44, 44, 44].map((height, at) => (
            <Skeleton key={`${at} ${height}`} height={height} radius="md" />
          ))}
        </Stack>
      )}
    </SidePanel>
  )
}

function PictureForm({ picture, editor }: { picture: LibraryPicture; editor: ReturnType<typeof usePictureDraft> }) {
  const t = useMessages(messages)
  const { draft, change } = editor
  if (!draft) return null
  return (
    <form id="picture" noValidate onSubmit={(event) => void editor.save(event)}>
      <AllowedFields operation="media.updatePicture">
        <Stack gap="lg">
          <TextInput
            size="md"
            label={t.fileName}
            maxLength={255}
            value={draft.filename}
            onChange={(event) => change({ filename: event.currentTarget.value })}
          />
          {(Object.keys(languages) as Language[]).map((language) => (
            <TextInput
              key={language}
              size="md"
              label={t.alt[language]}
              description={t.altHint}
              maxLength={300}
              lang={language}
              value={draft.alt[language] ?? ''}
              onChange={(event) => change({ alt: { ...draft.alt, [language]: event.currentTarget.value } })}
            />
          ))}
          <FocalPoint
            picture={{ id: picture.id, width: picture.width, height: picture.height, ...(draft.focus ? { focus: draft.focus } : {}) }}
            onChange={(focus) => change({ focus })}
          />
        </Stack>
      </AllowedFields>
    </form>
  )
}

function Crops({ original, crops, onOpen }: { original: LibraryPicture; crops: readonly LibraryPicture[]; onOpen: (id: string) => void }) {
  const t = useMessages(messages)
  const [isCropping, setCropping] = useState(false)
  const crop = useApiMutation('media.cropPicture')
  const save = (region: { x: number; y: number; width: number; height: number }) =>
    crop
      .mutateAsync({ params: { mediaId: original.id }, body: { region } })
      .then(({ picture }) => {
        setCropping(false)
        toast(t.cropSaved)
        onOpen(picture.id)
      })
      .catch(toastError)
  return (
    <Stack gap="sm">
      <Title order={3} size="h4">
        {t.crops}
      </Title>
      {crops.length > 0 && <PictureGrid pictures={crops} label={t.crops} onOpen={({ id }) => onOpen(id)} />}
      {isCropping ? (
        <CropField picture={original} pending={crop.isPending} onSave={(region) => void save(region)} onCancel={() => setCropping(false)} />
      ) : (
        <Allowed operation="media.cropPicture">
          <Group>
            <Button variant="default" leftSection={<IconCrop size={18} aria-hidden />} onClick={() => setCropping(true)}>
              {t.crop}
            </Button>
          </Group>
        </Allowed>
      )}
    </Stack>
  )
}

interface DeletePictureProps {
  picture: LibraryPicture
  isUsed: boolean
  onRemoving: (id: string | undefined) => void
  onDeleted: () => void
}
function DeletePicture({ picture, isUsed, onRemoving, onDeleted }: DeletePictureProps) {
  const t = useMessages(messages)
  const remove = useApiMutation('media.deletePicture')
  const confirm = useConfirm()
  return (
    <Allowed operation="media.deletePicture">
      {isUsed ? (
        <Text size="sm" c="dimmed">
          {t.isUsed}
        </Text>
      ) : (
        <Group>
          <Button
            variant="light"
            color="red"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() =>
              confirm({
                title: t.deleteAsk(picture.filename),
                description: t.deleteEffect,
                danger: true,
                confirmLabel: t.delete,
                successMessage: t.deleted,
                onConfirm: async () => {
                  onRemoving(picture.id)
                  await remove.mutateAsync({ params: { mediaId: picture.id } }).catch((error: unknown) => {
                    onRemoving(undefined)
                    throw error
                  })
                  onDeleted()
                },
              })
            }
          >
            {t.delete}
          </Button>
        </Group>
      )}
    </Allowed>
  )
}
