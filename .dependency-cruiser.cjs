const pure = [
  '^(?:services/[^/]+|gateway)/src/([a-z-]+)/\\1\\.ts$',
  '^(?:services/[^/]+|gateway)/src/.*/([a-z-]+)/\\1\\.ts$',
];

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-service-imports-another',
      comment: 'A service asks another by gRPC or listens to its events.',
      severity: 'error',
      from: { path: '^services/([^/]+)/src/' },
      to: { path: '^services/([^/]+)/', pathNot: '^services/$1/' },
    },
    {
      name: 'gateway-holds-no-service',
      severity: 'error',
      from: { path: '^gateway/' },
      to: { path: '^services/' },
    },
    {
      name: 'gateway-needs-no-database',
      severity: 'error',
      from: { path: '^gateway/src/' },
      to: { path: '^packages/service-kit/src/(?!(edge|run-service)\\.ts)' },
    },
    {
      name: 'packages-know-no-service',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^(services|gateway|scripts)/' },
    },
    {
      name: 'contracts-stand-alone',
      severity: 'error',
      from: { path: '^packages/contracts/src/' },
      to: { path: '^packages/(service-kit|test-kit)/' },
    },
    {
      name: 'extraction-stands-alone',
      comment: 'Reading certificates needs the vocabulary and the errors of the mesh, and nothing else of it.',
      severity: 'error',
      from: { path: '^packages/certificate-extraction/' },
      to: { path: '^packages/(?!certificate-extraction/|contracts/src/index\\.ts|service-kit/src/pure\\.ts)' },
    },
    {
      name: 'extraction-needs-no-bench',
      severity: 'error',
      from: { path: '^packages/certificate-extraction/src/' },
      to: { path: '^packages/certificate-extraction/bench/' },
    },
    {
      name: 'kit-needs-no-test-kit',
      severity: 'error',
      from: { path: '/src/', pathNot: '^packages/test-kit/' },
      to: { path: '^packages/test-kit/' },
    },
    {
      name: 'pure-stays-pure',
      comment: 'A file named as its folder decides and does no I/O: contracts, the pure kit and its neighbours alone.',
      severity: 'error',
      from: { path: pure },
      to: {
        path: [
          '^packages/service-kit/src/(?!pure\\.ts)',
          'node_modules/(?!(?:\\.pnpm/)?zod)',
          '\\.(store|service|routes|query|grpc)\\.ts$',
          '^node:(?!util|crypto)',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'domain-knows-no-http',
      severity: 'error',
      from: { path: '\\.(store|query)\\.ts$' },
      to: { path: '\\.routes\\.ts$|/express/' },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['src/generated'] },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.json', '.d.ts'],
    },
  },
};
