/** The media library as a dialog: one picture is chosen, or uploaded and chosen. Loaded when it is opened. */
import { Group, Modal, Stack } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import type { LibraryPicture } from '../entities.ts'
import { useSetConfirming } from './confirm.tsx'
import { Pager, SearchBox } from './list-tools.tsx'
import { PictureGrid } from './picture-grid.tsx'
import { CardSkeletons, EmptyState, NoResults, QueryView } from './query-view.tsx'
import { UploadButton, UploadProgress, useUploads } from './uploads.tsx'
import { commonWords } from './common-words.ts'

const messages = defineDashboardMessages(
  {
    title: 'Media library',
    search: 'Search pictures',
    searchHint: 'File name or description',
    upload: 'Upload',
    what: 'pictures',
    none: 'No pictures yet',
    noneHint: 'Upload one to use it anywhere on your site.',
    pictures: 'Pictures',
  },
  {
    de: {
      title: 'Mediathek',
      search: 'Bilder suchen',
      searchHint: 'Dateiname oder Beschreibung',
      upload: 'Hochladen',
      what: 'Bilder',
      none: 'Noch keine Bilder',
      noneHint: 'Lade eines hoch und verwende es überall auf deiner Website.',
      pictures: 'Bilder',
    },
  },
)

const PAGE_SIZE = 24

export function PicturePicker({ onChoose, onClose }: { onChoose: (picture: LibraryPicture) => void; onClose: () => void }) {
  const t = useMessages(messages)
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const setConfirming = useSetConfirming()
  useEffect(() => {
    setConfirming(true)
    return () => setConfirming(false)
  }, [setConfirming])
  const found = useApiQuery('media.listPictures', { query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE, ...(search ? { search } : {}) } })
  // What was uploaded now is first in the list.
  const uploads = useUploads(() => {
    setSearch('')
    setPage(1)
  })
  return (
    <Modal opened onClose={onClose} title={t.title} size={860} zIndex={300} radius="lg" closeButtonProps={{ 'aria-label': commonWords.close, size: 44 }}>
      <Stack gap="md">
        <Group align="end">
          <SearchBox
            value={search}
            onChange={(text) => {
              setSearch(text)
              setPage(1)
            }}
            label={t.search}
            placeholder={t.searchHint}
          />
          <UploadButton uploads={uploads} label={t.upload} />
        </Group>
        <UploadProgress uploads={uploads} />
        <QueryView query={found} loading={<CardSkeletons cards={6} height={150} />}>
          {({ pictures, total }) =>
            pictures.length === 0 ? (
              search ? (
                <NoResults what={t.what} onClear={() => setSearch('')} />
              ) : (
                <EmptyState icon={<IconPhoto size={26} />} title={t.none}>
                  {t.noneHint}
                </EmptyState>
              )
            ) : (
              <>
                <PictureGrid pictures={pictures} label={t.pictures} onOpen={onChoose} />
                <Pager page={page} pages={Math.ceil(total / PAGE_SIZE)} total={total} what={t.what} onPage={setPage} />
              </>
            )
          }
        </QueryView>
      </Stack>
    </Modal>
  )
}
