interface Broken {
  readonly scene: string
  readonly css?: string
  /** Changes the page and runs in it. */
  readonly change?: () => void
  readonly says: RegExp
  /** Default: the popup's size in English. */
  readonly size?: 'zoomed' | 'forced' | 'rtl'
}

/** One page per rule that breaks it. */
export const broken: readonly Broken[] = [
  { scene: 'home-quote', css: '.label { font-size: 12px !important }', says: /^12 px: / },
  { scene: 'home-quote', css: '.label { font-size: 17px !important }', says: /^[45] sizes: / },
  { scene: 'home-quote', css: '.label { font-weight: 300 }', says: /^3 weights: / },
  { scene: 'home-quote', css: '.label { color: #ccc !important }', says: /^axe color-contrast: / },
  { scene: 'home-quote', css: '.swap > * { inline-size: 30rem }', says: /^scrolls sideways/ },
  { scene: 'home-quote', css: '.shares .chip { padding-inline: 2rem }', says: /^breaks: / },
  {
    scene: 'waiting-approve',
    css: '.buttons > * { min-inline-size: 0; max-inline-size: 7rem }',
    says: /^label breaks: /,
  },
  {
    scene: 'history',
    css: '.order-row-words * { white-space: normal; line-height: 3 }',
    says: /^a row of /,
  },
  {
    scene: 'history',
    css: '.order-row-words > * { inline-size: 5rem; white-space: nowrap !important }',
    says: /^cut in a row: /,
  },
  { scene: 'picker', css: '.token-scroll { margin-block-start: 4rem }', says: /^the list begins at / },
  { scene: 'progress', css: '.card { max-block-size: 5rem }', says: /^runs out of its card: / },
  {
    scene: 'progress-steps',
    css: '.timeline li::before { background: Canvas !important; border: 1px solid !important; border-radius: 0 !important }',
    says: /^steps alike: /,
    size: 'forced',
  },
  {
    scene: 'progress',
    css: '.legs .now { font-weight: normal !important }',
    says: /^steps alike: legs /,
    size: 'forced',
  },
  {
    scene: 'settings-page-notifications',
    css: '.switch input { background: Canvas !important }',
    says: /^on and off alike: /,
    size: 'forced',
  },
  {
    scene: 'proposal-review',
    css: '.chip[aria-pressed] { background: Canvas !important; border: 0 !important; outline: 0 !important }',
    says: /^pressed and not alike: /,
    size: 'forced',
  },
  {
    scene: 'proposal-review',
    css: '.chip[aria-pressed] { background: #dfe7ea !important }',
    says: /^unread: /,
    size: 'forced',
  },
  {
    scene: 'home-quote',
    css: '.primary { background: Canvas !important }',
    says: /^no button: /,
    size: 'forced',
  },
  {
    scene: 'proposal-review',
    css: '.card:has(> #receiver-label) { margin-block-start: 20rem }',
    says: /^under the fold of \d+ px: .*70997970/,
  },
  {
    scene: 'review',
    css: '.foot-bar { padding-block-start: 20rem }',
    says: /^under the fold of [123]\d\d px: /,
  },
  { scene: 'review', css: '.review-amounts { padding-block-start: 20rem }', says: /^under the fold of / },
  {
    scene: 'home-quote',
    css: '.card { block-size: 2rem; overflow: hidden }',
    says: /^cut by /,
    size: 'zoomed',
  },
  { scene: 'home-quote', css: '.label { translate: 20rem }', says: /^off the side: /, size: 'zoomed' },
  { scene: 'picker', css: '.token-scroll { block-size: 3rem }', says: /^a window of /, size: 'zoomed' },
  { scene: 'home-quote', css: '.label { translate: -20rem }', says: /^off the side: /, size: 'zoomed' },
  { scene: 'home-quote', css: '.label { translate: -20rem }', says: /^beyond the edge: / },
  { scene: 'home-quote', css: '.cards { translate: 20rem }', says: /^beyond the edge: /, size: 'rtl' },
  {
    scene: 'picker',
    css: '.token-amount > span { max-inline-size: 1.5rem; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }',
    says: /^cut amount: /,
  },
  { scene: 'home-quote', css: '.amount-field { max-inline-size: 2rem }', says: /^cut amount: 100$/ },
  {
    scene: 'home-quote',
    css: '.hero { max-inline-size: 2rem; white-space: nowrap }',
    says: /^cut amount: /,
    size: 'rtl',
  },
  {
    scene: 'history',
    change: () => document.querySelector('.order-row-line.faint')?.append(' 22:35'),
    says: /^another clock: 22:35/,
  },
  {
    scene: 'history',
    change: () => document.querySelector('.order-row-line.faint')?.append(' 10:35:29 PM'),
    says: /^seconds: 10:35:29 PM/,
  },
  {
    scene: 'history',
    change: () => document.querySelector('.order-row-line.faint')?.append(' 11/25/26'),
    says: /^a day in figures: /,
  },
  {
    scene: 'failed',
    change: () =>
      document.querySelector('[data-testid="order-outcome"] h2')?.append(' while nobody else was looking'),
    says: /^a long outcome: /,
  },
  {
    scene: 'review',
    change: () => {
      const cost = document.querySelector('[data-testid="cost-total"]')?.closest('summary')
      const other = cost?.cloneNode(true) as Element
      const figure = other.querySelector('[data-testid="cost-total"]')
      if (figure !== null) figure.textContent = '$0.50 (0.49%)'
      // A closed fold hides a second summary.
      cost?.closest('details')?.after(other)
    },
    says: /^differing costs: \$0\.49, \$0\.50$/,
  },
  {
    scene: 'done',
    change: () => {
      const other = document.body.appendChild(document.createElement('p'))
      other.dataset.cost = ''
      other.textContent = '62.46%'
    },
    says: /^differing costs: [\d.]+%, 62\.46%$/,
  },
  {
    scene: 'home-quote',
    change: () => document.querySelector('.primary')?.setAttribute('disabled', ''),
    css: '.primary:disabled { background: var(--danger-surface) }',
    says: /^disabled and alarming: /,
  },
  {
    scene: 'home-quote',
    change: () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const node = walker.currentNode
        node.textContent = (node.textContent ?? '').replace(/[\u2066-\u2069]/g, '')
      }
    },
    says: /^turned: /,
    size: 'rtl',
  },
  {
    scene: 'deposit',
    css: '.chunked { direction: rtl }',
    says: /^turned: GA7Q/,
    size: 'rtl',
  },
  {
    scene: 'deposit',
    css: '.copy-value { direction: rtl }',
    says: /^turned: 100 USDC/,
    size: 'rtl',
  },
]
