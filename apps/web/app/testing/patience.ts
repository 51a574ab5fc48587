import { configure } from '@testing-library/dom'

// A busy machine may take longer than a second to reach the expected state.
configure({ asyncUtilTimeout: 5_000 })
