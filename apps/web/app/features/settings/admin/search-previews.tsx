import { storeWords } from '#lib/store-words.ts'
import { Card } from '#ui/card.tsx'
import { Notice } from '#ui/notice.tsx'
import { useSettingsForm } from './settings-form.tsx'
import { SharePreview } from './share-preview.tsx'

/** Roughly how many characters a search engine shows before it cuts a text off. */
const SHOWN_TITLE = 60
const SHOWN_DESCRIPTION = 160

const cut = (text: string, length: number) => (text.length <= length ? text : `${text.slice(0, length - 1).trimEnd()}…`)

/** How search engines and chats would show the home page with the values in the form. */
export const SearchPreviews = () => {
  const { values } = useSettingsForm()
  const { title, description } = storeWords(values)
  const { host } = window.location
  return (
    <div className="flex flex-col gap-5 lg:sticky lg:top-6">
      <Card title="Search result" description="About what Google and Bing show. They may choose other words.">
        {values.isListed ? (
          <div className="rounded-xl border bg-background p-4">
            <p className="text-small">{values.storeName}</p>
            <p className="text-caption text-muted">{host}</p>
            <p className="mt-1.5 text-body-l text-info wrap-anywhere">{cut(title, SHOWN_TITLE)}</p>
            <p className="mt-1 text-small text-muted wrap-anywhere">{cut(description, SHOWN_DESCRIPTION)}</p>
          </div>
        ) : (
          <Notice tone="warning" title="Not listed">
            Search engines remove the store’s pages when they visit them next. That can take days.
          </Notice>
        )}
      </Card>
      <SharePreview />
    </div>
  )
}
