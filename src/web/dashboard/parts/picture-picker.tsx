/** The media library as a dialog: one picture is chosen, or uploaded and chosen. Loaded when it is opened. */
import { Group, Modal, Stack } from '@mantine/core'
import { IconPhoto } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useApiQuery } from '#web/api.ts'
import type { LibraryPicture } from '../entities.ts'
import { useSetConfirming } from './confirm.tsx'
import { Pager, SearchBox } from './list-tools.tsx'
import { PictureGrid } from './picture-grid.tsx'
import { CardSkeletons, EmptyState, NoResults, QueryView } from './query-view.tsx'
import { UploadButton, UploadProgress, useUploads } from './uploads.tsx'

const PAGE_SIZE = 24

export function PicturePicker({ onChoose, onClose }: { onChoose: (picture: LibraryPicture) => void; onClose: () => void }) {
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
    <Modal opened onClose={onClose} title="Media library" size={860} zIndex={300} radius="lg" closeButtonProps={{ 'aria-label': 'Close', size: 44 }}>
      <Stack gap="md">
        <Group align="end">
          <SearchBox
            value={search}
            onChange={(text) => {
              setSearch(text)
              setPage(1)
            }}
            label="Search pictures"
            placeholder="File name or description"
          />
          <UploadButton uploads={uploads} label="Upload" />
        </Group>
        <UploadProgress uploads={uploads} />
        <QueryView query={found} loading={<CardSkeletons cards={6} height={150} />}>
          {({ pictures, total }) =>
            pictures.length === 0 ? (
              search ? (
                <NoResults what="pictures" onClear={() => setSearch('')} />
              ) : (
                <EmptyState icon={<IconPhoto size={26} />} title="No pictures yet">
                  Upload one to use it anywhere on your site.
                </EmptyState>
              )
            ) : (
              <>
                <PictureGrid pictures={pictures} label="Pictures" onOpen={onChoose} />
                <Pager page={page} pages={Math.ceil(total / PAGE_SIZE)} total={total} what="pictures" onPage={setPage} />
              </>
            )
          }
        </QueryView>
      </Stack>
    </Modal>
  )
}
