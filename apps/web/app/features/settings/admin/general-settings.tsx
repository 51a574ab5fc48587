import { useId } from 'react'
import { dateText } from '#lib/dates.ts'
import { Link } from '#lib/link.ts'
import { FormRow, FormSection } from '#ui/form-section.tsx'
import { Input } from '#ui/input.tsx'
import { NativeSelect } from '#ui/native-select.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { SettingField } from './setting-field.tsx'
import { SettingsForm, useSettingsForm } from './settings-form.tsx'
import { SocialLinks } from './social-links.tsx'

export const GeneralSettings = () => (
  <div className="max-w-[720px]">
    <SettingsForm label="General settings">
      <StoreSection />
      <ContactSection />
      <InvoiceSection />
      <DownloadSection />
    </SettingsForm>
  </div>
)

const StoreSection = () => {
  const { text } = useSettingsForm()
  return (
    <FormSection title="Store">
      <FormRow>
        <SettingField name="storeName" hint="In the header, page titles and e-mails, and on invoices.">
          <Input {...text('storeName')} />
        </SettingField>
        <SettingField name="gameName" hint="The game that the mods are for.">
          <Input {...text('gameName')} />
        </SettingField>
      </FormRow>
      <SettingField
        name="blurb"
        hint="In the footer. Also in search results and shared links, for pages without a description of their own."
      >
        <Textarea {...text('blurb')} rows={2} />
      </SettingField>
      <SettingField name="heroTitle" hint="At the top of the home page while no mod is featured.">
        <Input {...text('heroTitle')} />
      </SettingField>
      <SettingField name="heroText" hint="One or two sentences.">
        <Textarea {...text('heroText')} rows={2} />
      </SettingField>
    </FormSection>
  )
}

const ContactSection = () => {
  const { text } = useSettingsForm()
  return (
    <FormSection title="Contact">
      <FormRow>
        <SettingField
          name="contactEmail"
          hint="Where customers write to. It appears in e-mails, on invoices and on legal pages."
        >
          <Input {...text('contactEmail')} type="email" />
        </SettingField>
        <SettingField
          name="staffEmail"
          isOptional
          hint="Gets refund requests and disputes. Without it they go to the support address."
        >
          <Input {...text('staffEmail')} type="email" />
        </SettingField>
      </FormRow>
      <TimeZone />
      <SocialLinks />
    </FormSection>
  )
}

const TimeZone = () => {
  const { text, values } = useSettingsForm()
  const id = useId()
  const now = timeIn(values.timeZone)
  return (
    <SettingField
      name="timeZone"
      hint={`Dates in e-mails are in this time zone. ${now === null ? '' : `It is ${now} there.`}`}
    >
      <Input {...text('timeZone')} list={id} autoComplete="off" spellCheck={false} />
      <datalist id={id}>
        {Intl.supportedValuesOf('timeZone').map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </SettingField>
  )
}

const timeIn = (timeZone: string) => {
  try {
    return dateText('time', new Date(), timeZone)
  } catch {
    return null
  }
}

const InvoiceSection = () => {
  const { text } = useSettingsForm()
  return (
    <FormSection
      title="Invoices"
      description="The seller’s details for future invoices. Invoices that were already issued stay as they are."
    >
      <FormRow>
        <SettingField name="sellerName" isOptional hint="Person or company. Without it the store’s name is used.">
          <Input {...text('sellerName')} />
        </SettingField>
        <SettingField name="sellerTaxId" isOptional hint="VAT or tax number.">
          <Input {...text('sellerTaxId')} />
        </SettingField>
      </FormRow>
      <SettingField name="sellerAddress" isOptional hint="On invoices and at the end of every e-mail.">
        <Textarea {...text('sellerAddress')} rows={3} />
      </SettingField>
      <SettingField
        name="taxNote"
        isOptional
        hint="What invoices say about tax, in your own words. The store adds no tax to prices and computes none."
      >
        <Input {...text('taxNote')} placeholder="No VAT is charged (small business)." />
      </SettingField>
    </FormSection>
  )
}

const RENEWALS = [
  { value: 'one-click', label: 'Owners renew with a click' },
  { value: 'ask-support', label: 'Owners ask support' },
]

const DownloadSection = () => {
  const { text } = useSettingsForm()
  return (
    <FormSection
      title="Downloads"
      description={
        <>
          The <PolicyLink to="/terms">terms</PolicyLink> and the{' '}
          <PolicyLink to="/refund-policy">refund policy</PolicyLink> quote both settings and change with them.
        </>
      }
    >
      <FormRow>
        <SettingField
          name="downloadWindowDays"
          hint="How long a purchase can be downloaded without renewing. 0 means no limit."
        >
          <Input {...text('downloadWindowDays')} inputMode="numeric" />
        </SettingField>
        <SettingField name="renewals" hint="What happens when the window is over.">
          <NativeSelect {...text('renewals')} options={RENEWALS} />
        </SettingField>
      </FormRow>
    </FormSection>
  )
}

const PolicyLink = ({ to, children }: { to: '/terms' | '/refund-policy'; children: string }) => (
  <Link to={to} className="text-foreground underline underline-offset-4">
    {children}
  </Link>
)
