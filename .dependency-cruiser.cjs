/** The import rules of docs/architecture.md, section 3. tools/planted-violations breaks each of them once. */
const { readFileSync } = require('node:fs')
const { join } = require('node:path')
const list = /export const domains[^=]*= \[([^\]]*)\]/.exec(readFileSync(join(__dirname, 'src/domains.ts'), 'utf8'))[1]
const order = [...list.matchAll(/\w+/g)].map(([name]) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`))
const tests = '[.]test[.]tsx?$'
/** The planted tree has the same domains somewhere else. */
const root = process.env.CRUISE_ROOT ?? ''
const rooted = (paths) => {
  const one = (path) => path.replace(/^\^(\(?)src/, `^$1${root}src`).replaceAll('|src/', `|${root}src/`)
  return Array.isArray(paths) ? paths.map(one) : one(paths)
}
const side = (rule) => Object.fromEntries(Object.entries(rule).map(([key, value]) => [key, key === 'path' || key === 'pathNot' ? rooted(value) : value]))
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from: side(from), to: side(to) })

module.exports = {
  forbidden: [
    rule('no-cycles', 'Two files that need each other are one file, or hide a third.', {}, { circular: true }),
    rule(
      'rules-are-pure',
      'Rules see their own rules, kit/pure and temporal-polyfill.',
      { path: '^src/domains/([^/]+)/(oauth/)?rules/', pathNot: tests },
      { pathNot: ['^src/domains/$1/(oauth/)?rules/', '^src/kit/pure/', '^src/kit/api/refusal[.]ts$', 'node_modules/temporal-polyfill/'] },
    ),
    rule(
      'contract-is-data',
      'Contracts see typebox, kit/api/contract.ts, the schemas of kit/api/wire.ts and kit/query/wire.ts, other contracts, and the lists of codes of their own rules.',
      { path: '^src/domains/([^/]+)/(oauth/)?contract([.]ts$|/)' },
      { pathNot: ['^src/domains/$1/rules/[^/]+-codes[.]ts$', '^src/domains/[^/]+/(oauth/)?contract([.]ts$|/)', '^src/kit/api/(contract|wire)[.]ts$', '^src/kit/query/wire[.]ts$', 'node_modules/typebox/'] },
    ),
    rule(
      'front-door-only',
      'Another domain is reached through public.ts, contract.ts or hooks.ts.',
      { path: '^src/domains/([^/]+)/', pathNot: tests },
      { path: '^src/domains/[^/]+/', pathNot: ['^src/domains/$1/', '^src/domains/[^/]+/(public|contract|hooks)[.]ts$'] },
    ),
    ...order.slice(0, -1).map((domain, at) =>
      rule(
        'domain-order',
        'A domain imports only from domains to its left.',
        { path: `^src/domains/${domain}/`, pathNot: tests },
        { path: `^src/domains/(${order.slice(at + 1).join('|')})/` },
      ),
    ),
    rule(
      'sql-in-stores',
      'Kysely and the drivers are seen by stores and by kit/db, kit/query and kit/jobs.',
      { path: '^src/', pathNot: ['^src/kit/(db|query|jobs)/', '/store([.]ts$|/)', tests] },
      { path: 'node_modules/(kysely|pg|@electric-sql)/' },
    ),
    rule(
      'http-in-mount',
      'Fastify is seen by app.ts, framework.ts, kit/api/mount.ts and kit/http.',
      { path: '^src/', pathNot: ['^src/(app|framework)[.]ts$', '^src/kit/(api/mount[.]ts$|http/)', tests] },
      { path: 'node_modules/(fastify|@fastify)/' },
    ),
    rule(
      'outside-by-job',
      'Email, payment and webhook calls are made by jobs; the server passes the connections in, and the doctor tries them.',
      { path: '^src/', pathNot: ['/jobs[.]ts$', '^src/kit/(email|sms|webhooks|jobs)/', '^src/(serve|app|domains)[.]ts$', '^src/commands/check-database[.]ts$', tests] },
      { path: ['^src/kit/(email/smtp|sms/text-message|webhooks/post-webhook)[.]ts$', 'node_modules/nodemailer/'] },
    ),
    rule('kit-knows-no-domain', 'The kit can be explained without naming a domain.', { path: '^src/kit/', pathNot: tests }, { path: '^src/(domains/|commands/|web/|[^/]+[.]ts$)' }),
    rule(
      'web-sees-contract-and-rules',
      'The browser gets contracts, rules and kit/pure; all else would carry the server along.',
      { path: '^src/web/', pathNot: tests },
      { path: ['^src/(domains|kit)/', '^src/commands/', '^src/(app|config|domains|begin-engine|data-dir|main|open-database|program|serve|workers)[.]ts$'], pathNot: ['^src/domains/[^/]+/(contract[.]ts$|rules/)', '^src/kit/(api/contract[.]ts$|pure/)'] },
    ),
    rule('site-and-dashboard-are-apart', 'What both show lives in web/kit.', { path: '^src/web/site/' }, { path: '^src/web/dashboard/' }),
    rule('site-and-dashboard-are-apart', 'What both show lives in web/kit.', { path: '^src/web/dashboard/' }, { path: '^src/web/site/' }),
    rule('features-are-apart', 'A feature of the web knows no other feature; what features of one place share lives in its parts.', { path: '^src/web/(site|dashboard)/([^/]+)/', pathNot: tests }, { path: '^src/web/(site|dashboard)/[^/]+/', pathNot: ['^src/web/$1/$2/', '^src/web/$1/parts/'] }),
    rule('no-dev-packages-in-server', 'What only develops is not there when the server runs.', { path: '^src/', pathNot: ['^src/web/', tests] }, { dependencyTypes: ['npm-dev'], pathNot: 'node_modules/@types/' }),
    rule('no-orphans', 'A file that no other imports is dead code.', { orphan: true, path: '^src/', pathNot: [tests, '[.]d[.]ts$', '(^|/)main[.]tsx?$', '^src/web/other-clock[.]ts$'] }, {}),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '[.]css$|^virtual:' },
    combinedDependencies: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'], extensions: ['.ts', '.tsx', '.js'] },
  },
}
