import { X } from 'lucide-react'
import { MOD_LIMITS } from '@slipstream/contract/mod-limits'
import { FieldError } from '#ui/field.tsx'
import { FormSection } from '#ui/form-section.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ModFinder } from '../mod-finder.tsx'
import { useTitles } from './related.queries.ts'
import type { FormPart } from './use-mod-form.ts'

export const RelatedSection = ({ form, modId }: { form: FormPart; modId: number }) => {
  const { relatedIds } = form.typed
  const change = (ids: number[]) => form.change({ relatedIds: ids })
  const problem = form.problem('relatedIds')
  return (
    <FormSection
      id="related"
      title="Related mods"
      saves="form"
      description="Shown first under “You may also like”. Other mods from the category fill the rest."
    >
      {relatedIds.length > 0 && (
        <RelatedList ids={relatedIds} onRemove={(id) => change(relatedIds.filter((each) => each !== id))} />
      )}
      {problem && <FieldError id="related-error">{problem}</FieldError>}
      {relatedIds.length < MOD_LIMITS.related ? (
        <ModFinder without={[modId, ...relatedIds]} onFound={({ id }) => change([...relatedIds, id])} />
      ) : (
        <p className="text-small text-muted">No more than {MOD_LIMITS.related}: remove one to add another.</p>
      )}
    </FormSection>
  )
}

const RelatedList = ({ ids, onRemove }: { ids: readonly number[]; onRemove: (id: number) => void }) => (
  <ul aria-label="Related mods" className="flex flex-col divide-y rounded-xl border">
    {useTitles(ids).map(({ id, title, isError }) => {
      const name = title ?? `Mod ${id}`
      return (
        <li key={id} className="flex min-h-11 items-center justify-between gap-3 ps-4 pe-1">
          {title !== undefined || isError ? (
            <span className="min-w-0 truncate text-ui">{name}</span>
          ) : (
            <Skeleton className="h-4 w-40" />
          )}
          <IconButton label={`Remove ${name}`} onClick={() => onRemove(id)}>
            <X aria-hidden="true" />
          </IconButton>
        </li>
      )
    })}
  </ul>
)
