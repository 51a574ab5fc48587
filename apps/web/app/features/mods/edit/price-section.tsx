import type { ReactNode } from 'react'
import { Checkbox } from '#ui/checkbox.tsx'
import { DateTimeField } from '#ui/date-time-field.tsx'
import { FormRow, FormSection } from '#ui/form-section.tsx'
import { CategoryField } from './category-field.tsx'
import { TypedField } from './typed-field.tsx'
import type { FormPart } from './use-mod-form.ts'

const PRICE = { inputMode: 'decimal', icon: '$', placeholder: '0.00' } as const

interface PriceSectionProps {
  form: FormPart
  /** The game versions a draft release was tested with; nothing once the mod is on sale. */
  tested: ReactNode
}

export const PriceSection = ({ form, tested }: PriceSectionProps) => (
  <FormSection
    id="price"
    title="Price and category"
    saves="form"
    description="The archive can’t suggest these. Prices are in US dollars; 0 makes the mod free."
  >
    <FormRow>
      <TypedField form={form} name="price" label="Price" input={PRICE} />
    </FormRow>
    <CategoryField form={form} />
    {tested}
    <Checkbox
      label="Included with Premium"
      hint="Subscribers get it at no extra cost."
      checked={form.typed.includedWithPremium}
      onCheckedChange={(includedWithPremium) => form.change({ includedWithPremium })}
    />
    <Checkbox
      label="On sale"
      hint="A lower price, starting now or for a set period."
      checked={form.typed.hasSale}
      onCheckedChange={(hasSale) => form.change({ hasSale })}
    />
    {form.typed.hasSale && <SaleFields form={form} />}
  </FormSection>
)

const SaleFields = ({ form }: { form: FormPart }) => (
  <>
    <FormRow>
      <TypedField form={form} name="salePrice" path="sale.price" label="Sale price" input={PRICE} />
    </FormRow>
    <FormRow>
      <DateTimeField
        label="Sale begins"
        hint="Leave empty to start when you save."
        value={form.typed.saleStartsAt || null}
        onChange={(at) => form.change({ saleStartsAt: at ?? '' })}
        error={form.problem('sale.startsAt')}
        isOptional
      />
      <DateTimeField
        label="Sale ends"
        hint="Leave empty to run until you end it."
        value={form.typed.saleEndsAt || null}
        onChange={(at) => form.change({ saleEndsAt: at ?? '' })}
        error={form.problem('sale.endsAt')}
        isOptional
      />
    </FormRow>
  </>
)
