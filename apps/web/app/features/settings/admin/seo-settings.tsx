import type { ChangeEvent } from 'react'
import { storeWords } from '#lib/store-words.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { FormSection } from '#ui/form-section.tsx'
import { Input } from '#ui/input.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { SearchPreviews } from './search-previews.tsx'
import { SettingField } from './setting-field.tsx'
import { SettingsForm, useSettingsForm } from './settings-form.tsx'

export const SeoSettings = () => (
  <SettingsForm label="Search settings">
    <div className="grid items-start gap-5 lg:grid-cols-[440px_minmax(0,1fr)]">
      <div className="flex flex-col gap-5">
        <HomePage />
        <Robots />
        <Verification />
      </div>
      <SearchPreviews />
    </div>
  </SettingsForm>
)

const HomePage = () => {
  const { text, values } = useSettingsForm()
  const derived = storeWords({ ...values, searchTitle: '', searchDescription: '' })
  return (
    <FormSection title="Home page" description="Mods, categories and policies have titles of their own.">
      <SettingField
        name="searchTitle"
        isOptional
        hint={`${values.searchTitle.length} of about 60 characters that are shown. Leave empty to use the text in gray.`}
      >
        <Input {...text('searchTitle')} placeholder={derived.title} />
      </SettingField>
      <SettingField
        name="searchDescription"
        isOptional
        hint={`${values.searchDescription.length} of about 160 characters that are shown. Leave empty to use the text in gray.`}
      >
        <Textarea {...text('searchDescription')} rows={3} placeholder={derived.description} />
      </SettingField>
    </FormSection>
  )
}

const Robots = () => {
  const { values, change } = useSettingsForm()
  return (
    <FormSection title="Robots">
      <SettingField
        name="isListed"
        isGroup
        hint="Turn it off for a store that is not ready yet. The cart, accounts and admin pages are never listed."
      >
        <Checkbox
          label="List the store in search engines"
          checked={values.isListed}
          onCheckedChange={(isListed) => change({ isListed })}
        />
      </SettingField>
      <p className="text-small text-muted">
        Crawlers read{' '}
        <a href="/robots.txt" className="text-foreground underline underline-offset-4">
          robots.txt
        </a>{' '}
        and{' '}
        <a href="/sitemap.xml" className="text-foreground underline underline-offset-4">
          sitemap.xml
        </a>
        , which follow these settings.
      </p>
    </FormSection>
  )
}

/** The code in a pasted meta tag, or the text as it was typed. */
const codeIn = (pasted: string) => /content="([^"]*)"/.exec(pasted)?.[1] ?? pasted

const Verification = () => {
  const { text, change } = useSettingsForm()
  const code = (name: 'googleVerification' | 'bingVerification') => ({
    ...text(name),
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => change({ [name]: codeIn(currentTarget.value) }),
    spellCheck: false,
    autoComplete: 'off',
  })
  return (
    <FormSection title="Verification" description="Proves to search engines that the store is yours.">
      <SettingField
        name="googleVerification"
        isOptional
        hint="From Search Console. Paste the code or the whole meta tag."
      >
        <Input {...code('googleVerification')} />
      </SettingField>
      <SettingField
        name="bingVerification"
        isOptional
        hint="From Webmaster Tools. Paste the code or the whole meta tag."
      >
        <Input {...code('bingVerification')} />
      </SettingField>
    </FormSection>
  )
}
