const COUNTRIES = ['DE', 'FR', 'IN', 'US', 'CN', 'IT', 'ES', 'PL', 'CH', 'JP'];

/** How many values `attributes.batch` has. */
export const BATCHES = 500;

const TYPES = ['supplier', 'component', 'product', 'equipment', 'facility', 'document'] as const;

/** An entity of the usual size, as a client sends it. */
export const toRecord = (index: number) => ({
  type: TYPES[index % TYPES.length] ?? 'product',
  name: `Record ${index} of ${COUNTRIES[index % COUNTRIES.length]}`,
  attributes: {
    country: COUNTRIES[index % COUNTRIES.length],
    code: `C-${index}`,
    batch: `B-${index % BATCHES}`,
    risk_level: ['low', 'medium', 'high'][index % 3],
    address: { street: `Main Street ${index % 200}`, city: 'Basel', postal_code: '4001' },
    certifications: ['ISO 9001', 'GMP'],
  },
});
