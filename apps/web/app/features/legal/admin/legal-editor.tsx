import { type KeyboardEvent, useRef, useState } from 'react'
import type { LegalDesk } from '@slipstream/contract/legal-admin'
import { LEGAL_BODY_MAX, LEGAL_TITLES, type LegalDocument } from '@slipstream/contract/legal-terms'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Field } from '#ui/field.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { DraftConflict, DraftState } from './draft-state.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { TextChecks } from './text-checks.tsx'
import type { LegalDraft } from './use-legal-draft.ts'

interface LegalEditorProps {
  document: LegalDocument
  desk: LegalDesk
  draft: LegalDraft
}

/** Edits the draft. Missing statements are listed below the text, and again in the publish dialog. */
export const LegalEditor = ({ document, desk, draft }: LegalEditorProps) => {
  const field = useRef<HTMLTextAreaElement>(null)
  const [isPublishing, setPublishing] = useState(false)
  const [isKeeping, setKeeping] = useState(false)
  const isChanged = draft.body.trim() !== desk.current.body.trim()

  /** Inserts after the paragraph with the cursor. */
  const insert = (words: string) => {
    const at = field.current?.selectionEnd ?? draft.body.length
    const end = draft.body.indexOf('\n\n', at)
    const place = end < 0 ? draft.body.trimEnd().length : end
    draft.change(`${draft.body.slice(0, place)}\n\n${words}${draft.body.slice(place) || '\n'}`)
    field.current?.focus()
  }
  const openPublishing = async () => {
    setKeeping(true)
    const isKept = await draft.keep()
    setKeeping(false)
    if (isKept) setPublishing(true)
  }
  const saveByKey = (event: KeyboardEvent) => {
    if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void draft.keep()
  }

  return (
    <Card title={LEGAL_TITLES[document]} className="min-w-0">
      <div className="flex flex-col gap-4">
        {draft.state === 'conflict' && <DraftConflict draft={draft} />}
        <Field label="Text" hint="Markdown with placeholders. Saved while you type; only you and the staff see it.">
          <Textarea
            ref={field}
            value={draft.body}
            onChange={(event) => draft.change(event.currentTarget.value)}
            onKeyDown={saveByKey}
            maxLength={LEGAL_BODY_MAX}
            rows={24}
            spellCheck
            className="max-h-[60dvh] min-h-96 font-mono text-small leading-relaxed"
          />
        </Field>
        <TextChecks checked={draft.checked} onInsert={insert} />
        <div className="flex flex-wrap items-center gap-3">
          <Button variant="primary" isLoading={isKeeping} disabled={!isChanged} onClick={() => void openPublishing()}>
            Publish…
          </Button>
          {draft.body.trim() !== desk.builtIn.trim() && (
            <ConfirmDialog
              title="Go back to the built-in text?"
              description="It replaces the draft. Customers see it after you publish it."
              confirmLabel="Use the built-in text"
              tone="primary"
              onConfirm={() => draft.change(desk.builtIn)}
              trigger={<Button variant="outline">Back to the built-in text</Button>}
            />
          )}
          {isChanged && (
            <ConfirmDialog
              title="Discard the draft?"
              description="The editor shows the text in effect again. What you typed is lost."
              confirmLabel="Discard draft"
              onConfirm={draft.discard}
              trigger={<Button variant="ghost">Discard draft</Button>}
            />
          )}
          <DraftState draft={draft} isChanged={isChanged} />
        </div>
      </div>
      <PublishDialog document={document} desk={desk} draft={draft} open={isPublishing} onOpenChange={setPublishing} />
    </Card>
  )
}
