import { type ReactNode, useState } from 'react'
import type { AdminMod } from '@slipstream/contract/mods-admin'
import type { AdminRelease } from '@slipstream/contract/releases'
import { cx } from '#ui/cx.ts'
import { failureText } from '#ui/failure-text.ts'
import { NavTab, NavTabs } from '#ui/nav-tabs.tsx'
import { PageFrame } from '#ui/page-frame.tsx'
import { BasicsSection } from './basics-section.tsx'
import { ConfigurationsSection } from './configurations-section.tsx'
import { DraftConflict } from './draft-conflict.tsx'
import { EditorActions } from './editor-actions.tsx'
import { GallerySection } from './gallery-section.tsx'
import { useAddPicture } from './gallery.queries.ts'
import { ALL_MODS } from './loaded-mod.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { ModActions } from './mod-actions.tsx'
import { ModPreview } from './mod-preview.tsx'
import { OnSaleDialog } from './on-sale-dialog.tsx'
import { PriceSection } from './price-section.tsx'
import { Obstacle } from './obstacle.tsx'
import { proposableFields, type ProposableFields, typedFields } from './read-form.ts'
import { releaseToTest, requirementsOf } from './readiness.ts'
import { RelatedSection } from './related-section.tsx'
import { SectionNav } from './section-nav.tsx'
import { StorySection } from './story-section.tsx'
import { ModState, Summary } from './summary.tsx'
import { UnsavedWords, useUnsavedWords } from './unsaved-words.ts'
import { type ReadArchive, useFill } from './use-fill.ts'
import { useModForm } from './use-mod-form.ts'
import { usePublishing } from './use-publishing.ts'

/** What the form provides to slots of other features. */
interface FormSlot {
  current: ProposableFields
  /** Applies suggestions of an archive to the form. */
  accept: (fields: Partial<ProposableFields>) => void
  addPicture: (key: string, name: string) => Promise<unknown>
  /** Fills the empty draft from an archive, once. */
  fill: (archive: ReadArchive) => void
  /** The previous values of the fields that were filled in. */
  replaced: Partial<ProposableFields>
}

interface ModEditorProps {
  mod: AdminMod
  releases: readonly AdminRelease[]
  /** Until they are known, publishing would report a missing release. */
  isLoadingReleases: boolean
  gameName: string
  /** The archive and its report. */
  archive: (slot: FormSlot) => ReactNode
  releaseList: ReactNode
  /** The game versions that the release to publish was tested with. */
  tested: (release: AdminRelease | undefined) => ReactNode
}

export const ModEditor = (props: ModEditorProps) => {
  const { mod, releases, isLoadingReleases, gameName, archive, releaseList, tested } = props
  const form = useModForm(mod)
  const [pane, setPane] = useState<'edit' | 'preview'>('edit')
  const { mutateAsync: addPicture } = useAddPicture(mod.id)
  const { fill, replaced } = useFill({ mod, form, addPicture })
  const requirements = requirementsOf({
    typed: form.typed,
    pictures: mod.pictures.length,
    releases,
    hasProblems: form.hasProblems,
  })
  const publishing = usePublishing({ mod, isChanged: form.isChanged, save: form.save, requirements })
  const words = useUnsavedWords()
  const { title } = form.saved

  return (
    <PageFrame
      title={form.typed.title.trim() || 'Untitled'}
      status={<ModState mod={mod} />}
      back={ALL_MODS}
      actions={<ModActions mod={mod} publish={publishing.publish} />}
    >
      {form.draftState === 'conflict' && <DraftConflict takeTheirs={form.takeTheirs} keepMine={form.keepMine} />}
      <Obstacle
        failure={form.failure === null ? publishing.failure : failureText(form.failure)}
        missing={publishing.missing}
      />
      <div className="xl:hidden">
        <NavTabs label="Edit or preview">
          <NavTab isCurrent={pane === 'edit'}>
            <button type="button" onClick={() => setPane('edit')}>
              Edit
            </button>
          </NavTab>
          <NavTab isCurrent={pane === 'preview'}>
            <button type="button" onClick={() => setPane('preview')}>
              Preview
            </button>
          </NavTab>
        </NavTabs>
      </div>
      <div className="flex flex-col gap-5 xl:grid xl:grid-cols-[minmax(0,1fr)_328px] min-[87.5rem]:grid-cols-[minmax(0,1fr)_392px] xl:items-start xl:gap-6">
        <div ref={form.formRef} className={cx('flex min-w-0 flex-col gap-5', pane === 'preview' && 'max-xl:hidden')}>
          <SectionNav />
          {archive({
            current: proposableFields(form.typed),
            accept: (fields) => form.change(typedFields(fields)),
            addPicture: (key, label) => addPicture({ key, label }),
            fill,
            replaced,
          })}
          <PriceSection form={form} tested={mod.status !== 'published' && tested(releaseToTest(releases))} />
          <BasicsSection form={form} />
          <StorySection form={form} pictures={mod.pictures} />
          <ConfigurationsSection form={form} />
          <UnsavedWords value={words.report}>
            <GallerySection mod={mod} unsaved={words.names} />
          </UnsavedWords>
          {releaseList}
          <RelatedSection form={form} modId={mod.id} />
        </div>
        {/* Beside the form on a wide window; on a narrow one the summary is above it and the preview replaces it. */}
        <div className="max-xl:contents xl:sticky xl:top-6 xl:flex xl:h-[calc(100dvh-7.5rem)] xl:flex-col xl:gap-5">
          <div className={cx('max-xl:order-first', pane === 'preview' && 'max-xl:hidden')}>
            <Summary mod={mod} requirements={requirements} />
          </div>
          <div className={cx('flex min-h-0 flex-1 flex-col', pane === 'edit' && 'max-xl:hidden')}>
            <ModPreview mod={mod} typed={form.typed} releases={releases} gameName={gameName} />
          </div>
        </div>
      </div>
      <EditorActions {...{ mod, form, publishing, releases, isLoadingReleases }} words={words.names} />
      {publishing.step === 'done' && <OnSaleDialog mod={mod} onClose={publishing.close} />}
      <LeaveGuard
        title={title}
        isChanged={form.isChanged}
        draftState={form.draftState}
        words={words}
        keep={form.keep}
        save={form.save}
      />
    </PageFrame>
  )
}
