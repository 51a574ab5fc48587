import { useIsMutating } from '@tanstack/react-query'
import type { AdminMod } from '@slipstream/contract/mods-admin'
import type { AdminRelease } from '@slipstream/contract/releases'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { FormActions } from '#ui/form-section.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { SaveState } from './save-state.tsx'
import type { useModForm } from './use-mod-form.ts'
import type { usePublishing } from './use-publishing.ts'

interface EditorActionsProps {
  mod: AdminMod
  releases: readonly AdminRelease[]
  isLoadingReleases: boolean
  form: ReturnType<typeof useModForm>
  publishing: ReturnType<typeof usePublishing>
  /** Picture texts that are not saved yet. */
  words: readonly string[]
}

/** The save state of the whole page and the buttons of the form. */
export const EditorActions = ({ mod, form, publishing, releases, isLoadingReleases, words }: EditorActionsProps) => {
  const isActing = useIsMutating() > 0
  return (
    <FormActions
      status={
        <SaveState
          draftState={form.draftState}
          fields={form.unsaved}
          words={words}
          isSaving={form.isSaving || isActing}
        />
      }
    >
      <ConfirmDialog
        title="Discard your changes?"
        description={`Everything you typed in the form since ${form.saved.title} was last saved is lost.`}
        confirmLabel="Discard changes"
        onConfirm={form.discard}
        trigger={
          <Button variant="ghost" disabled={!form.isChanged}>
            Discard
          </Button>
        }
      />
      <Button
        variant={mod.status === 'published' ? 'primary' : 'secondary'}
        isLoading={form.isSaving && !publishing.isPublishing}
        disabled={!form.isChanged || form.draftState === 'conflict'}
        onClick={() => void form.save()}
      >
        Save changes
      </Button>
      {mod.status !== 'published' && (
        <PublishDialog
          mod={mod}
          typed={form.typed}
          releases={releases}
          isOpen={publishing.step === 'confirm'}
          isBusy={publishing.isPublishing}
          isDisabled={form.draftState === 'conflict' || isLoadingReleases}
          onOpenChange={(isOpen) => (isOpen ? publishing.ask() : publishing.close())}
          onPublish={() => void publishing.publishNow()}
        />
      )}
    </FormActions>
  )
}
