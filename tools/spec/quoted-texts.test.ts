import { expect, test } from 'vitest'
import { quotedTexts } from './quoted-texts.ts'

test.each([
  ['no quotes', 'Fixed navigation; shrinks after scrolling 20 px', []],
  ['single quotes', "Below: Total, 'Proceed to Checkout', 'Clear Cart'", ['Proceed to Checkout', 'Clear Cart']],
  [
    'double quotes around an apostrophe',
    `'Maintenance Mode', "We'll be back soon!"`,
    ['Maintenance Mode', "We'll be back soon!"],
  ],
  ['an apostrophe inside single quotes', "shows 'We'll be back soon!' at once", ["We'll be back soon!"]],
  ['a quote that ends in a mark', "falls back to 'User #' + userId; planName to N/A", ['User #']],
  ['a quote that ends in a full stop', "empty 'No tasks.'", ['No tasks.']],
  ['apostrophes of possession', "plus the user's name, the buyers' orders and the site's address", []],
  ['possession beside a quote', "the user's label is 'My Purchases', not the store's", ['My Purchases']],
  [
    'quotes in brackets',
    "'Invalid credentials' ('Admin login failed' when thrown)",
    ['Invalid credentials', 'Admin login failed'],
  ],
  [
    'pairs separated by a slash',
    "'Logged out' / 'You are out.' or 'Error'/'Try again.'",
    ['Logged out', 'You are out.', 'Error', 'Try again.'],
  ],
  ['a colon inside', "an error 'status: body text' (status text)", ['status: body text']],
  ['brackets inside', "'N item(s) in your cart'", ['N item(s) in your cart']],
  ['code in backticks', "Token in `'auth_token'`, sent to `/login`", []],
  ['a lone quote mark', "it's 5 o' clock 'and never closed", []],
  ['an empty pair', "an empty '' text", []],
])('quoted texts: %s', (_, statement, texts) => {
  expect(quotedTexts(statement)).toEqual(texts)
})
