import { dayAfter, dayOf } from '@qsc/contracts';
import { type Collection, notFound, type ReadLocalTime, trusted } from '@qsc/service-kit';
import { BY_DATE, type CertificateRow, type QualityRow } from '../read-model/source-row.ts';
import { itemCountOf, percentOf, type SupplierRow } from '../read-model/supplier-row.ts';
import { EXPIRING_DAYS } from './supplier.ts';

/** The metrics of a supplier (specification, "Supplier"); null where nothing is known. */
export type Metrics = {
  total_components: number;
  active_certificates: number;
  expiring_certificates: number;
  open_deviations: number | null;
  on_time_delivery_rate: number | null;
};

/** What else the mesh knows of a supplier, for those who judge its risk. */
export type Standing = Metrics & {
  expired_certificates: number;
  /** Open deviations that are critical; null where no quality event of the organisation was ever heard. */
  critical_deviations: number | null;
};

export type MetricRows = {
  suppliers: Collection<SupplierRow>;
  certificates: Collection<CertificateRow>;
  qualityEvents: Collection<QualityRow>;
};

export type Standings = {
  /** The metrics as they are today. Throws `not_found`. */
  metrics(orgId: string, supplierId: string): Promise<Metrics>;
  /** The metrics and what else is known. Throws `not_found`. */
  standing(orgId: string, supplierId: string): Promise<Standing>;
  /** How many certificates of the supplier are active today, by the component that they are of. */
  activeByComponent(orgId: string, supplierId: string): Promise<Map<string, number>>;
};

const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;

const TENTHS = 10;

/** The mean of what the relationships say, else what the supplier's own attribute says, else nothing. */
const deliveryRateOf = ({ items, attributes }: SupplierRow): number | null => {
  const rates = items.map(({ on_time_delivery_rate }) => on_time_delivery_rate).filter((rate) => rate !== null);
  const rate = mean(rates) ?? percentOf(attributes.on_time_delivery_rate);
  return rate === null ? null : Math.round(rate * TENTHS) / TENTHS;
};

/** What the read model knows of one supplier, right at the moment of reading. */
export const makeStandings = ({
  suppliers,
  certificates,
  qualityEvents,
  localTime,
}: MetricRows & { localTime: ReadLocalTime }): Standings => {
  const countCertificates = async (org_id: string, supplier_id: string) => {
    const at = await localTime(org_id);
    const [today, soon] = [dayOf(at), dayAfter(at, EXPIRING_DAYS)];
    const byDate = { org_id, supplier_id, status: trusted({ $in: [...BY_DATE] }), gone: false };
    const [without, expired, expiring, later] = await Promise.all([
      certificates.count({ ...byDate, expiry_date: null }),
      certificates.count({ ...byDate, expiry_date: trusted({ $lt: today }) }),
      certificates.count({ ...byDate, expiry_date: trusted({ $gte: today, $lte: soon }) }),
      certificates.count({ ...byDate, expiry_date: trusted({ $gt: soon }) }),
    ]);
    return { active: without + expiring + later, expired, expiring };
  };

  const countDeviations = async (org_id: string, supplierId: string) => {
    if (!(await qualityEvents.findOne({ org_id }))) return { open: null, critical: null };
    const open = { org_id, related_ids: supplierId, is_open: true, type: 'deviation', gone: false };
    const [all, critical] = await Promise.all([
      qualityEvents.count(open),
      qualityEvents.count({ ...open, classification: 'critical' }),
    ]);
    return { open: all, critical };
  };

  const standing: Standings['standing'] = async (org_id, supplierId) => {
    const row = await suppliers.findOne({ org_id, _id: supplierId });
    if (!row?.live) throw notFound('supplier', supplierId);
    const [counted, deviations] = await Promise.all([
      countCertificates(org_id, supplierId),
      countDeviations(org_id, supplierId),
    ]);
    return {
      total_components: itemCountOf(row),
      active_certificates: counted.active,
      expiring_certificates: counted.expiring,
      open_deviations: deviations.open,
      on_time_delivery_rate: deliveryRateOf(row),
      expired_certificates: counted.expired,
      critical_deviations: deviations.critical,
    };
  };

  return {
    standing,
    async metrics(orgId, supplierId) {
      const {
        expired_certificates: _expired,
        critical_deviations: _critical,
        ...metrics
      } = await standing(orgId, supplierId);
      return metrics;
    },
    async activeByComponent(org_id, supplier_id) {
      const today = dayOf(await localTime(org_id));
      const filter = {
        ...{ org_id, supplier_id, gone: false, status: { $in: [...BY_DATE] }, component_id: { $ne: null } },
        $or: [{ expiry_date: null }, { expiry_date: { $gte: today } }],
      };
      const stages = [{ $match: filter }, { $group: { _id: '$component_id', count: { $sum: 1 } } }];
      const found = await certificates.model.aggregate<{ _id: string; count: number }>(stages);
      return new Map(found.map(({ _id, count }) => [_id, count]));
    },
  };
};
