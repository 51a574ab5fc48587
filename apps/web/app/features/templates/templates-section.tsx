import { useSearchParams } from 'react-router'
import type { MailTemplate } from '@slipstream/contract/templates'
import { Link } from '#lib/link.ts'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TemplateEditor } from './template-editor.tsx'
import { useTemplates } from './templates.queries.ts'

/** Every mail to customers. The query selects the open one: `?mail=receipt`. */
export const TemplatesSection = () => {
  const [search] = useSearchParams()
  const templates = useTemplates()
  if (templates.isPending) return <Skeleton className="h-96 rounded-2xl" />
  if (!templates.data) {
    return (
      <Card>
        <ErrorState
          title="The templates could not be loaded."
          error={templates.error}
          onRetry={() => void templates.refetch()}
          isRetrying={templates.isFetching}
        />
      </Card>
    )
  }
  const open = templates.data.find(({ name }) => name === search.get('mail')) ?? templates.data[0]
  return (
    <div className="grid items-start gap-5 lg:grid-cols-[280px_minmax(0,1fr)]">
      <nav aria-label="Mails" className="surface max-h-[70vh] overflow-y-auto rounded-2xl p-2">
        <ul>
          {templates.data.map((template) => (
            <TemplateLink key={template.name} template={template} isOpen={template === open} />
          ))}
        </ul>
      </nav>
      {/* Remounted per mail, so that it starts with that mail's words. */}
      {open && <TemplateEditor key={open.name} template={open} />}
    </div>
  )
}

const titleOf = (name: string) => {
  const words = name.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const TemplateLink = ({ template: { name, words }, isOpen }: { template: MailTemplate; isOpen: boolean }) => (
  <li>
    <Link
      to={`/admin/communications/templates?mail=${name}`}
      aria-current={isOpen || undefined}
      className="flex items-center justify-between gap-2 rounded-lg px-3 py-2 text-ui hover:bg-raised aria-[current]:bg-raised aria-[current]:font-medium"
    >
      <span className="min-w-0 wrap-anywhere">{titleOf(name)}</span>
      {words && <span className="text-caption text-muted">changed</span>}
    </Link>
  </li>
)
