/** Uploads of several pictures: one after the other, with what is done, and what could not be read. */
import { Alert, Button, Progress, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import { errorMessage, queryClient, uploadPicture, type UploadedPicture } from '#web/api.ts'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import { Allowed, useMay } from '../permissions.tsx'
import css from './picture-library.module.css'

const text = currentMessages(
  defineDashboardMessages(
    {
      tooLarge: 'larger than 10 MB',
      wrongType: 'not a PNG, JPEG, WebP or AVIF file',
      uploading: (number: number, total: number) => `Uploading ${number} of ${total}…`,
      upload: 'Upload',
      uploadPictures: 'Upload pictures',
      failed: (count: number) => (count === 1 ? '1 file was not uploaded' : `${count} files were not uploaded`),
    },
    {
      de: {
        tooLarge: 'größer als 10 MB',
        wrongType: 'kein PNG, JPEG, WebP oder AVIF',
        uploading: (number, total) => `${number} von ${total} wird hochgeladen …`,
        upload: 'Hochladen',
        uploadPictures: 'Bilder hochladen',
        failed: (count) => (count === 1 ? '1 Datei wurde nicht hochgeladen' : `${count} Dateien wurden nicht hochgeladen`),
      },
    },
  ),
)

const MAX_BYTES = 10_485_760
const MIME_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/avif']
const refuseFile = (file: File): string | undefined => (MIME_TYPES.includes(file.type) ? (file.size > MAX_BYTES ? text.tooLarge : undefined) : text.wrongType)

/** `onDone` gets the pictures of one go in the order of the files. */
export function useUploads(onDone: (pictures: UploadedPicture[]) => void = () => undefined) {
  const [total, setTotal] = useState(0)
  const [done, setDone] = useState(0)
  const [failed, setFailed] = useState<string[]>([])
  const upload = async (files: readonly File[]) => {
    if (files.length === 0 || total > done) return
    setTotal(files.length)
    setDone(0)
    setFailed([])
    const uploaded: UploadedPicture[] = []
    for (const file of files) {
      const problem = refuseFile(file)
      if (problem) setFailed((old) => [...old, `${file.name}: ${problem}`])
      else
        await uploadPicture(file).then(
          (picture) => void uploaded.push(picture),
          (error: unknown) => setFailed((old) => [...old, `${file.name}: ${errorMessage(error)}`]),
        )
      setDone((old) => old + 1)
    }
    await queryClient.invalidateQueries()
    onDone(uploaded)
  }
  return { upload, total, done, failed, isRunning: total > done }
}
export type Uploads = ReturnType<typeof useUploads>

/** How far the upload is, and what could not be taken in. */
export const UploadProgress = ({ uploads: { total, done, failed, isRunning } }: { uploads: Uploads }) =>
  isRunning || failed.length > 0 ? (
    <div className={css.uploads}>
      {isRunning && (
        <>
          <Text size="sm" role="status">
            {text.uploading(done + 1, total)}
          </Text>
          <Progress value={(done / total) * 100} aria-label={text.upload} />
        </>
      )}
      {failed.length > 0 && (
        <Alert color="red" role="alert" title={text.failed(failed.length)}>
          <ul>
            {failed.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  ) : null

export function UploadButton({ uploads, label = text.uploadPictures }: { uploads: Uploads; label?: string }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Allowed operation="media.uploadPicture">
      <Button size="md" loading={uploads.isRunning} leftSection={<IconUpload size={18} aria-hidden />} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={MIME_TYPES.join(',')}
        aria-label={label}
        onChange={(event) => {
          void uploads.upload([...(event.currentTarget.files ?? [])])
          // So that the same file can be chosen again.
          event.currentTarget.value = ''
        }}
      />
    </Allowed>
  )
}

/** Files that are dropped on its content are uploaded. */
export function DropArea({ uploads, children }: { uploads: Uploads; children: ReactNode }) {
  const [isOver, setOver] = useState(false)
  const may = useMay()
  if (!may('media.uploadPicture')) return children
  const drag = (over: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(over)
  }
  return (
    // Dropping is a second way: the button above does the same for keyboards.
    <div
      role="presentation"
      className={css.drop}
      data-over={isOver || undefined}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={(event) => {
        drag(false)(event)
        void uploads.upload([...event.dataTransfer.files])
      }}
    >
      {children}
    </div>
  )
}
