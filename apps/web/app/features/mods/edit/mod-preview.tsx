import { type MouseEvent, useDeferredValue, useState } from 'react'
import type { ModDetails } from '@slipstream/contract/mods'
import type { AdminMod } from '@slipstream/contract/mods-admin'
import type { AdminRelease } from '@slipstream/contract/releases'
import { NavTab, NavTabs } from '#ui/nav-tabs.tsx'
import { Picture } from '#ui/picture.tsx'
import { BuyBox } from '#features/catalogue/details/buy-box.tsx'
import { DetailsSections } from '#features/catalogue/details/details-sections.tsx'
import { GalleryThumbnails } from '#features/catalogue/details/gallery-thumbnails.tsx'
import { ModCard } from '#features/catalogue/mod-card.tsx'
import { useAdminCategories, useStory } from './edit.queries.ts'
import { PreviewFrame } from './preview-frame.tsx'
import { previewMod } from './preview-mod.ts'
import type { TypedMod } from './typed-mod.ts'

interface ModPreviewProps {
  mod: AdminMod
  typed: TypedMod
  releases: readonly AdminRelease[]
  gameName: string
}

const VIEWS = [
  { view: 'card', title: 'Card', width: 420 },
  { view: 'phone', title: 'Phone', width: 390 },
  { view: 'desktop', title: 'Desktop', width: 1_280 },
] as const

/** Previews the form with the store's own components. */
export const ModPreview = ({ mod, typed, releases, gameName }: ModPreviewProps) => {
  const [view, setView] = useState<(typeof VIEWS)[number]['view']>('card')
  const { data: categories = [] } = useAdminCategories()
  // Deferred: typing has priority over the preview.
  const shown = useDeferredValue(typed)
  const [now] = useState(() => Date.now())
  const category = categories.find(({ id }) => String(id) === shown.categoryId)
  const preview = previewMod({ mod, typed: shown, category, releases, story: useStory(mod, typed.about), now })
  const { width, title } = VIEWS.find((each) => each.view === view) ?? VIEWS[0]

  return (
    <section aria-label="Preview" className="flex min-h-0 flex-1 flex-col gap-3">
      <div className="shrink-0">
        <NavTabs label="Preview type" variant="segmented">
          {VIEWS.map((each) => (
            <NavTab key={each.view} variant="segmented" isCurrent={each.view === view}>
              <button type="button" onClick={() => setView(each.view)}>
                {each.title}
              </button>
            </NavTab>
          ))}
        </NavTabs>
      </div>
      <div className="h-[70dvh] min-h-0 xl:h-auto xl:flex-1">
        <PreviewFrame key={view} title={`Preview: ${title}`} width={width}>
          {/* Links in the preview are disabled. */}
          <div onClickCapture={stayHere}>
            {view === 'card' ? (
              <div className="p-4" inert>
                <ModCard mod={preview} asOf={now} isFirst />
              </div>
            ) : (
              <PagePreview mod={preview} gameName={gameName} />
            )}
          </div>
        </PreviewFrame>
      </div>
    </section>
  )
}

const stayHere = (event: MouseEvent<HTMLElement>) => {
  // The target belongs to the iframe's window, so `instanceof` fails.
  const target = event.target as Element
  if (target.closest('a')) event.preventDefault()
}

const PagePreview = ({ mod, gameName }: { mod: ModDetails; gameName: string }) => {
  const [place, setPlace] = useState(0)
  const picture = mod.pictures[place] ?? mod.pictures[0]
  return (
    <div className="mx-auto max-w-[1360px] px-5 py-6 md:px-8">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1fr)_392px] lg:gap-x-10">
        <div>
          <div className="aspect-16/10 overflow-hidden rounded-2xl bg-raised">
            {picture && <Picture picture={picture} sizes="100vw" isFirst className="size-full object-cover" />}
          </div>
          <GalleryThumbnails {...mod} place={place} onChoose={setPlace} />
        </div>
        <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <BuyBox mod={mod} />
        </div>
        <div className="min-w-0 lg:col-start-1">
          <DetailsSections
            key={mod.configurations.length}
            mod={mod}
            gameName={gameName}
            others={{ reviews: <p className="mt-4 text-ui text-muted">Player reviews appear here.</p> }}
          />
        </div>
      </div>
    </div>
  )
}
