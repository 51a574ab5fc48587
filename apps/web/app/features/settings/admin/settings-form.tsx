import { createContext, type KeyboardEvent, type ReactNode, use, useState } from 'react'
import { SETTING_NAMES } from '@slipstream/contract/setting-names'
import type { AdminSettings, EditableKey, SettingsChange } from '@slipstream/contract/settings-admin'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { FormActions } from '#ui/form-section.tsx'
import type { Problems } from '#ui/form-problems.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { unsavedText } from '#ui/unsaved-text.ts'
import { useForm } from '#ui/use-form.ts'
import { settingRules, useChangeSettings, useSettingValues } from './setting-values.queries.ts'
import { changedKeys, toChange, toTyped, type TypedSettings } from './typed-settings.ts'

const useSettings = (loaded: AdminSettings) => {
  const [saved, setSaved] = useState(() => toTyped(loaded.values))
  const { mutateAsync } = useChangeSettings()
  const form = useForm<TypedSettings, SettingsChange, AdminSettings>({
    initial: saved,
    schema: settingRules,
    body: (typed) => toChange(typed, saved),
    check: problemsOfLinks,
    send: mutateAsync,
    onDone: ({ values }, typed) => {
      const stored = toTyped(values)
      setSaved(stored)
      // Update only what the server stored differently, for example trimmed: the user may have kept typing.
      const sent = changedKeys(typed, saved)
      form.change(
        pick(
          stored,
          sent.filter((key) => changedKeys(typed, stored).includes(key)),
        ),
      )
    },
  })
  return {
    ...form,
    saved,
    changed: changedKeys(form.values, saved),
    changes: loaded.changes,
    pictureBase: loaded.pictureBase,
  }
}

const pick = (values: TypedSettings, keys: readonly EditableKey[]) =>
  Object.fromEntries(keys.map((key) => [key, values[key]])) as Partial<TypedSettings>

const problemsOfLinks = ({ socialLinks }: TypedSettings): Problems<EditableKey> => {
  const wrong = socialLinks.findIndex(({ url }) => !URL.canParse(url) || !url.startsWith('https://'))
  return wrong < 0 ? {} : { socialLinks: `Link ${wrong + 1}: enter an address that begins with https://` }
}

type SettingsFormState = ReturnType<typeof useSettings>
const SettingsFormContext = createContext<SettingsFormState | null>(null)

export const useSettingsForm = (): SettingsFormState => {
  const form = use(SettingsFormContext)
  if (!form) throw new Error('a setting was drawn outside of its form')
  return form
}

interface SettingsFormProps {
  label: string
  /** Why the typed values cannot be saved, in a few words. */
  obstacle?: (typed: TypedSettings) => string | null
  children: ReactNode
}

/** One tab of the settings: its fields, and the bar with what is not saved yet. */
export const SettingsForm = (props: SettingsFormProps) => {
  const { data, error, refetch, isFetching } = useSettingValues()
  if (data) return <LoadedForm {...props} loaded={data} />
  return (
    <Card>
      {error ? (
        <ErrorState
          title="The settings could not be loaded."
          error={error}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <Skeleton className="h-64" />
      )}
    </Card>
  )
}

const saveByKey = (event: KeyboardEvent<HTMLFormElement>) => {
  if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

const LoadedForm = ({ label, obstacle, loaded, children }: SettingsFormProps & { loaded: AdminSettings }) => {
  const state = useSettings(loaded)
  const { form, values, saved, changed, change, failure, isPending } = state
  const reason = obstacle?.(values) ?? null
  return (
    <SettingsFormContext value={state}>
      <form {...form} aria-label={label} onKeyDown={saveByKey} className="flex flex-col gap-5">
        {children}
        <FormActions status={reason ?? statusOf(changed)}>
          {failure !== null && (
            <p role="alert" tabIndex={-1} className="text-small text-destructive">
              {failure}
            </p>
          )}
          <Button variant="ghost" disabled={changed.length === 0} onClick={() => change(saved)}>
            Discard
          </Button>
          <Button
            type="submit"
            variant="primary"
            isLoading={isPending}
            disabled={changed.length === 0 || reason !== null}
          >
            Save
          </Button>
        </FormActions>
      </form>
    </SettingsFormContext>
  )
}

const statusOf = (changed: readonly EditableKey[]) =>
  changed.length === 0 ? 'All changes saved' : unsavedText(changed.map((key) => SETTING_NAMES[key].toLowerCase()))
