import { Fragment } from 'react'

/** An e-mail address that breaks after its @ and its dots, not inside a word, if it has to. */
export const EmailText = ({ address }: { address: string }) =>
  address.split(/(?<=[@.])/).map((part, place) => (
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ))
