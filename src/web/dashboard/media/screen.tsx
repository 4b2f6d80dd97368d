/** The media library: every picture of the business, found, described, cropped and deleted. */
import { IconPhoto } from '@tabler/icons-react'
import { useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { Filters, Pager, SearchBox } from '../parts/list-tools.tsx'
import { Page } from '../parts/page.tsx'
import { PictureGrid } from '../parts/picture-grid.tsx'
import { CardSkeletons, EmptyState, NoResults, QueryView } from '../parts/query-view.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { DropArea, UploadButton, UploadProgress, useUploads } from '../parts/uploads.tsx'
import { mediaSearch } from '../search-params.ts'
import { PicturePanel } from './picture-panel.tsx'

const messages = defineDashboardMessages(
  {
    title: 'Media',
    about: 'Pictures for your site, services and staff. Drop files anywhere in the list.',
    search: 'Search pictures',
    searchFor: 'File name or description',
    pictures: 'Pictures',
    what: { one: 'picture', many: 'pictures' },
    none: 'No pictures yet',
    noneHint: 'Upload pictures or drop them here: PNG, JPEG, WebP or AVIF, up to 10 MB each.',
  },
  {
    de: {
      title: 'Medien',
      about: 'Bilder für deine Website, deine Angebote und dein Team. Zieh Dateien einfach in die Liste.',
      search: 'Bilder suchen',
      searchFor: 'Dateiname oder Beschreibung',
      pictures: 'Bilder',
      what: { one: 'Bild', many: 'Bilder' },
      none: 'Noch keine Bilder',
      noneHint: 'Lade Bilder hoch oder zieh sie hierher: PNG, JPEG, WebP oder AVIF, je bis 10\u00a0MB.',
    },
  },
)

const PAGE_SIZE = 40

export function MediaScreen() {
  const t = useMessages(messages)
  const [url, setUrl] = useSearchState(mediaSearch)
  const uploads = useUploads(() => setUrl({ q: undefined, page: undefined }))
  const page = url.page ?? 1
  const found = useApiQuery('media.listPictures', { query: { limit: PAGE_SIZE, offset: (page - 1) * PAGE_SIZE, ...(url.q ? { search: url.q } : {}) } })
  return (
    <Page title={t.title} about={t.about} action={<UploadButton uploads={uploads} />}>
      <Filters>
        <SearchBox value={url.q ?? ''} onChange={(q) => setUrl({ q: q || undefined, page: undefined })} label={t.search} placeholder={t.searchFor} />
      </Filters>
      <UploadProgress uploads={uploads} />
      <DropArea uploads={uploads}>
        <QueryView query={found} loading={<CardSkeletons cards={8} height={190} />}>
          {({ pictures, total }) =>
            pictures.length > 0 ? (
              <>
                <PictureGrid pictures={pictures} label={t.pictures} onOpen={({ id }) => setUrl({ open: id })} />
                <Pager page={page} pages={Math.ceil(total / PAGE_SIZE)} total={total} what={t.what} onPage={(to) => setUrl({ page: to })} />
              </>
            ) : url.q ? (
              <NoResults what={t.what} onClear={() => setUrl({ q: undefined })} />
            ) : (
              <EmptyState icon={<IconPhoto size={26} />} title={t.none}>
                {t.noneHint}
              </EmptyState>
            )
          }
        </QueryView>
      </DropArea>
      <PicturePanel pictureId={url.open} onOpen={(open) => setUrl({ open })} onClose={() => setUrl({ open: undefined })} />
    </Page>
  )
}
