import { Save, Zap } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { cx } from '#ui/cx.ts'

/** How a section saves, for pages with both kinds: each section says it in the same words and place. */
const SAVING_RULES = {
  form: { icon: <Save aria-hidden="true" />, text: 'Saves with “Save changes”.' },
  once: { icon: <Zap aria-hidden="true" />, text: 'Saves at once.' },
}

interface FormSectionProps {
  /** The URL fragment: `pictures` for `#pictures`. */
  id?: string
  title: string
  description?: ReactNode
  saves?: keyof typeof SAVING_RULES
  /** For a section that saves at once: "Saving…", "Saved." */
  saveState?: string | null
  /** Buttons of this section only. */
  actions?: ReactNode
  children: ReactNode
}

/**
 * A panel of a form. Its rows respond to its own width instead of the screen's, because a form may be beside a preview.
 */
export const FormSection = ({ id, title, description, saves, saveState, actions, children }: FormSectionProps) => {
  const own = useId()
  const titleId = `${id ?? own}-title`
  return (
    <section id={id} aria-labelledby={titleId} className="surface @container scroll-mt-24 rounded-2xl p-4 md:p-5">
      <div className="mb-5 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id={titleId} className="text-base font-semibold">
            {title}
          </h2>
          {description && <p className="mt-0.5 max-w-[64ch] text-small text-muted">{description}</p>}
          {saves && (
            <p className="mt-1 flex items-center gap-1.5 text-caption text-muted [&_svg]:size-3.5">
              {SAVING_RULES[saves].icon}
              <span className="min-w-0">
                {SAVING_RULES[saves].text} {saveState}
              </span>
            </p>
          )}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      <div className="flex flex-col gap-5">{children}</div>
    </section>
  )
}

const columnStyles = {
  2: '@md:grid-cols-2',
  3: '@md:grid-cols-2 @2xl:grid-cols-3',
  4: '@xs:grid-cols-2 @2xl:grid-cols-4',
}

/** Fields side by side, if the section is wide enough. */
export const FormRow = ({ columns = 2, children }: { columns?: keyof typeof columnStyles; children: ReactNode }) => (
  <div className={cx('grid items-start gap-5', columnStyles[columns])}>{children}</div>
)

interface FormActionsProps {
  /** The save state: "All changes saved". Announced when it changes. */
  status?: ReactNode
  children: ReactNode
}

/** The buttons of a form, always in view. */
export const FormActions = ({ status, children }: FormActionsProps) => (
  <div className="sticky bottom-0 z-20 -mx-4 flex flex-wrap items-center justify-between gap-3 border-t bg-background px-4 pt-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:-mx-6 md:px-6">
    <p role="status" className="min-w-0 text-small text-muted">
      {status}
    </p>
    <div className="flex flex-wrap items-center gap-2">{children}</div>
  </div>
)
