import { useState } from 'react'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'

interface Rendered {
  subject: string
  html: string
  text: string
}

interface MailPreviewProps {
  query: { data: Rendered | undefined; error: unknown; isError: boolean; refetch: () => unknown; isFetching: boolean }
}

const VIEWS = { light: 'Light', dark: 'Dark', text: 'Plain text' } as const
type View = keyof typeof VIEWS

/** A mail as mail programs show it. It runs no scripts and cannot reach the page. */
export const MailPreview = ({ query }: MailPreviewProps) => {
  const [view, setView] = useState<View>('light')
  return (
    <Card title="Preview" description={query.data?.subject}>
      <Tabs
        label="How the mail is shown"
        variant="segmented"
        value={view}
        onValueChange={(chosen) => setView(chosen as View)}
        tabs={Object.entries(VIEWS).map(([value, label]) => ({
          value,
          label,
          content: <Shown query={query} view={value as View} />,
        }))}
      />
    </Card>
  )
}

const Shown = ({ query, view }: MailPreviewProps & { view: View }) => {
  if (query.isError) {
    return (
      <ErrorState
        title="The preview could not be loaded."
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
      />
    )
  }
  if (!query.data) return <Skeleton className="h-[560px] w-full rounded-xl" />
  if (view === 'text') {
    return (
      <pre className="max-h-[560px] overflow-auto rounded-xl border p-4 font-mono text-small whitespace-pre-wrap">
        {query.data.text}
      </pre>
    )
  }
  return (
    <iframe
      title={`The mail in ${view} colors`}
      sandbox=""
      srcDoc={inTheme(query.data.html, view)}
      className="h-[560px] w-full rounded-xl border bg-white"
    />
  )
}

/** A mail follows the colors of the reader's system; here a button chooses them. */
const inTheme = (html: string, theme: 'light' | 'dark') =>
  html.replaceAll('(prefers-color-scheme: dark)', theme === 'dark' ? 'all' : 'not all')
