// Made of the schema by `npm run claims:types`; never edited.

/** A institutional claim, as JSON. */
export interface InstitutionalClaim {
  readonly attending?: {
    /** @deprecated */
    readonly address?: InstitutionalAddress;
    /** @deprecated */
    readonly contactInformation?: InstitutionalContact;
    /** It has no place in the claim and is not sent. @deprecated */
    readonly employerId?: string;
    /** 2310A/NM1/04. */
    readonly firstName?: string;
    /** 2310A/NM1/03. */
    readonly lastName?: string;
    /** 2310A/NM1/05. */
    readonly middleName?: string;
    /** 2310A/NM1[08=XX]/09. */
    readonly npi?: string;
    /** It has no place in the claim and is not sent. */
    readonly organizationName?: string;
    /** It has no place in the claim and is not sent. @deprecated */
    readonly providerType?: string;
    /** 2310A/REF/01. */
    readonly secondaryIdentificationQualifierCode?: '0B' | '1G' | 'G2' | 'LU';
    /** 2310A/REF/02. */
    readonly secondaryIdentifier?: string;
    /** 2310A/NM1/07. */
    readonly suffix?: string;
    /** 2310A/PRV[01=AT][02=PXC]/03. */
    readonly taxonomyCode?: string;
  };
  readonly billing?: {
    readonly address: InstitutionalAddress2;
    /** 2010BB/REF[01=G2]/02. @deprecated */
    readonly commercialNumber?: string;
    readonly contactInformation?: InstitutionalContact2;
    /** 2010AA/REF[01=EI]/02. */
    readonly employerId: string;
    /** It has no place in the claim and is not sent. */
    readonly firstName?: string;
    /** 2010AA/NM1/03. */
    readonly lastName?: string;
    /** 2010BB/REF[01=LU]/02. @deprecated */
    readonly locationNumber?: string;
    /** It has no place in the claim and is not sent. */
    readonly middleName?: string;
    /** 2010AA/NM1[08=XX]/09. */
    readonly npi?: string;
    /** 2010AA/NM1/03. */
    readonly organizationName?: string;
    /** It has no place in the claim and is not sent. @deprecated */
    readonly providerType?: 'BillingProvider';
    /** It has no place in the claim and is not sent. @deprecated */
    readonly providerUpinNumber?: string;
    /** 2010BB/REF[01=G2,LU]/01. */
    readonly secondaryIdentificationQualifierCode?: '0B' | '1G' | 'G2' | 'LU';
    /** 2010BB/REF[01=G2,LU]/02. */
    readonly secondaryIdentifier?: string;
    /** It has no place in the claim and is not sent. @deprecated */
    readonly stateLicenseNumber?: string;
    /** It has no place in the claim and is not sent. */
    readonly suffix?: string;
    /** 2000A/PRV[01=BI][02=PXC]/03. */
    readonly taxonomyCode?: string;
  };
  readonly billingPayToAddressName?: {
    readonly address: InstitutionalAddress2;
    /** 2010AB/NM1/02. */
    readonly entityTypeQualifier: '2';
  };
  readonly billingPayToPlanName?: {
    readonly address?: InstitutionalAddress2;
    /** 2010AC/REF[01=FY]/02. */
    readonly claimOfficeNumber?: string;
    /** 2010AC/NM1/09. */
    readonly identificationCode: string;
    /** 2010AC/NM1/08. */
    readonly identificationCodeQualifier: 'PI' | 'XV';
    /** 2010AC/REF[01=NF]/02. */
    readonly naic?: string;
    /** 2010AC/NM1/03. */
    readonly organizationName: string;
    /** 2010AC/REF[01=2U]/02. */
    readonly payerIdentificationNumber?: string;
    /** 2010AC/REF[01=EI]/02. */
    readonly taxId: string;
  };
  /** BHT/06. */
  readonly claimIdentifier?: '31' | 'CH' | 'RP';
  readonly claimInformation: {
    readonly admittingDiagnosis?: {
      /** 2300/HI[01-1=ABJ,BJ]/01-2. */
      readonly admittingDiagnosisCode: string;
      /** 2300/HI[01-1=ABJ,BJ]/01-1. */
      readonly qualifierCode: 'ABJ' | 'BJ';
    };
    /** 2300/CLM/08. */
    readonly benefitsAssignmentCertificationIndicator: 'N' | 'W' | 'Y';
    /** 2300/NTE[01=ADD]/02. */
    readonly billingNote?: string;
    /** 2300/CLM/02. */
    readonly claimChargeAmount: string;
    readonly claimCodeInformation: {
      /** 2300/CL1/02. */
      readonly admissionSourceCode?: string;
      /** 2300/CL1/01. */
      readonly admissionTypeCode: string;
      /** 2300/CL1/03. */
      readonly patientStatusCode: string;
    };
    readonly claimContractInformation?: {
      /** 2300/CN1/02. */
      readonly contractAmount?: string;
      /** 2300/CN1/04. */
      readonly contractCode?: string;
      /** 2300/CN1/03. */
      readonly contractPercentage?: string;
      /** 2300/CN1/01. */
      readonly contractTypeCode: '01' | '02' | '03' | '04' | '05' | '06' | '09';
      /** 2300/CN1/06. */
      readonly contractVersionIdentifier?: string;
      /** 2300/CN1/05. */
      readonly termsDiscountPercentage?: string;
    };
    readonly claimDateInformation: {
      /** 2300/DTP[01=435]/03. */
      readonly admissionDateAndHour?: string;
      /** 2300/DTP[01=096]/03. */
      readonly dischargeHour?: string;
      /** 2300/DTP[01=050]/03. */
      readonly repricerReceivedDate?: string;
      /** 2300/DTP[01=434]/03. */
      readonly statementBeginDate: string;
      /** 2300/DTP[01=434]/03. */
      readonly statementEndDate: string;
    };
    /** 2000B/SBR/09. */
    readonly claimFilingCode: '11' | '12' | '13' | '14' | '15' | '16' | '17' | 'AM' | 'BL' | 'CH' | 'CI' | 'DS' | 'FI' | 'HM' | 'LM' | 'MA' | 'MB' | 'MC' | 'OF' | 'TV' | 'VA' | 'WC' | 'ZZ';
    /** 2300/CLM/05-3. */
    readonly claimFrequencyCode: string;
    readonly claimNotes?: {
      /** 2300/NTE[01=ADD]/02. @deprecated */
      readonly additionalInformation?: readonly string[];
      /** 2300/NTE[01=ALG]/02. */
      readonly allergies?: readonly string[];
      /** 2300/NTE[01=DGN]/02. */
      readonly diagnosisDescription?: readonly string[];
      /** 2300/NTE[01=DME]/02. */
      readonly dme?: readonly string[];
      /** 2300/NTE[01=RHB]/02. */
      readonly functionalLimitsOrReasonHomebound?: readonly string[];
      /** 2300/NTE[01=DCP]/02. */
      readonly goalRehabOrDischargePlans?: readonly string[];
      /** 2300/NTE[01=MED]/02. */
      readonly medications?: readonly string[];
      /** 2300/NTE[01=NTR]/02. */
      readonly nutritionalRequirments?: readonly string[];
      /** 2300/NTE[01=ODT]/02. */
      readonly ordersForDiscipLinesAndTreatments?: readonly string[];
      /** 2300/NTE[01=RLH]/02. */
      readonly reasonsPatientLeavesHome?: readonly string[];
      /** 2300/NTE[01=SFM]/02. */
      readonly safetyMeasures?: readonly string[];
      /** 2300/NTE[01=SPT]/02. */
      readonly supplementalPlanOfTreatment?: readonly string[];
      /** 2300/NTE[01=RNH]/02. */
      readonly timesAndReasonsPatientNotAtHome?: readonly string[];
      /** 2300/NTE[01=SET]/02. */
      readonly unusualHomeOrSocialEnv?: readonly string[];
      /** 2300/NTE[01=UPI]/02. */
      readonly updatedInformation?: readonly string[];
    };
    readonly claimPricingInformation?: {
      /** 2300/HCP/15. */
      readonly exceptionCode?: '1' | '2' | '3' | '4' | '5' | '6';
      /** 2300/HCP/14. */
      readonly policyComplianceCode?: '1' | '2' | '3' | '4' | '5';
      /** 2300/HCP/01. */
      readonly pricingMethodologyCode: '00' | '01' | '02' | '03' | '04' | '05' | '06' | '07' | '08' | '09' | '10' | '11' | '12' | '13' | '14';
      /** It has no place in the claim and is not sent. */
      readonly productOrServiceIDQualifier?: 'ER' | 'HC' | 'HP' | 'IV' | 'WK';
      /** 2300/HCP/13. */
      readonly rejectReasonCode?: 'T1' | 'T2' | 'T3' | 'T4' | 'T5' | 'T6';
      /** 2300/HCP/02. */
      readonly repricedAllowedAmount: string;
      /** 2300/HCP/07. */
      readonly repricedApprovedAmount?: string;
      /** 2300/HCP/06. */
      readonly repricedApprovedDRGCode?: string;
      /** It has no place in the claim and is not sent. */
      readonly repricedApprovedHCPCSCode?: string;
      /** 2300/HCP/08. */
      readonly repricedApprovedRevenueCode?: string;
      /** 2300/HCP/11. */
      readonly repricedApprovedServiceUnitCode?: 'DA' | 'UN';
      /** 2300/HCP/12. */
      readonly repricedApprovedServiceUnitCount?: string;
      /** 2300/HCP/04. */
      readonly repricedOrgIdentifier?: string;
      /** 2300/HCP/05. */
      readonly repricedPerDiem?: string;
      /** 2300/HCP/03. */
      readonly repricedSavingAmount?: string;
    };
    readonly claimSupplementalInformation?: {
      /** 2300/REF[01=9C]/02. */
      readonly adjustedRepricedClaimRefNumber?: string;
      /** 2300/REF[01=LU]/02. */
      readonly autoAccidentState?: string;
      /** 2300/REF[01=F8]/02. */
      readonly claimControlNumber?: string;
      /** 2300/REF[01=D9]/02. @deprecated */
      readonly claimNumber?: string;
      /** 2300/REF[01=P4]/02. */
      readonly demoProjectIdentifier?: string;
      /** 2300/REF[01=LX]/02. */
      readonly investigationalDeviceExemptionNumber?: string;
      /** 2300/REF[01=EA]/02. */
      readonly medicalRecordNumber?: string;
      /** 2300/REF[01=G4]/02. */
      readonly peerReviewAuthorizationNumber?: string;
      /** 2300/REF[01=G1]/02. */
      readonly priorAuthorizationNumber?: string;
      /** 2300/REF[01=9F]/02. */
      readonly referralNumber?: string;
      readonly reportInformation?: InstitutionalReportInformation;
      readonly reportInformations?: readonly InstitutionalReportInformation[];
      /** 2300/REF[01=9A]/02. */
      readonly repricedClaimNumber?: string;
      /** 2300/REF[01=4N]/02. */
      readonly serviceAuthorizationExceptionCode?: '1' | '2' | '3' | '4' | '5' | '6' | '7';
    };
    /** 2300/CRC[01=ZZ]/03 04 05. */
    readonly conditionCodes?: readonly ('AV' | 'NU' | 'S2' | 'ST')[];
    readonly conditionCodesList?: readonly (readonly {
      /** 2300/HI[01-1=BG]/NN-2. */
      readonly conditionCode: string;
    }[])[];
    /** 2300/CLM/20. */
    readonly delayReasonCode?: '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | '10' | '11' | '15';
    readonly diagnosisRelatedGroupInformation?: {
      /** 2300/HI[01-1=DR]/01-2. */
      readonly drugRelatedGroupCode: string;
    };
    readonly epsdtReferral?: {
      /** 2300/CRC[01=ZZ]/02. */
      readonly certificationConditionCodeAppliesIndicator: 'N' | 'Y';
      /** 2300/CRC[01=ZZ]/03 04 05. */
      readonly conditionCodes: readonly ('AV' | 'NU' | 'S2' | 'ST')[];
    };
    readonly externalCauseOfInjuries?: readonly ({
      /** 2300/HI[01-1=ABN,BN]/NN-2. */
      readonly externalCauseOfInjury: string;
      /** 2300/HI[01-1=ABN,BN]/NN-9. */
      readonly presentOnAdmissionIndicator?: 'N' | 'U' | 'Y' | 'W';
      /** 2300/HI[01-1=ABN,BN]/NN-1. */
      readonly qualifierCode: 'ABN' | 'BN';
    })[];
    /** 2300/K3/01. */
    readonly fileInformation?: readonly string[];
    readonly occurrenceInformationList?: readonly (readonly {
      /** 2300/HI[01-1=BH]/NN-2. */
      readonly occurrenceSpanCode: string;
      /** 2300/HI[01-1=BH]/NN-4. */
      readonly occurrenceSpanCodeDate: string;
    }[])[];
    readonly occurrenceSpanInformations?: readonly (readonly {
      /** 2300/HI[01-1=BI]/NN-2. */
      readonly occurrenceSpanCode: string;
      /** 2300/HI[01-1=BI]/NN-4. */
      readonly occurrenceSpanCodeEndDate: string;
      /** 2300/HI[01-1=BI]/NN-4. */
      readonly occurrenceSpanCodeStartDate: string;
    }[])[];
    readonly otherDiagnosisInformationList?: readonly (readonly ({
      /** 2300/HI[01-1=ABF,BF]/NN-2. */
      readonly otherDiagnosisCode: string;
      /** 2300/HI[01-1=ABF,BF]/NN-9. */
      readonly presentOnAdmissionIndicator?: 'N' | 'Y' | 'U' | 'W';
      /** 2300/HI[01-1=ABF,BF]/NN-1. */
      readonly qualifierCode: 'ABF' | 'BF';
    })[])[];
    readonly otherProcedureInformationList?: readonly (readonly ({
      /** 2300/HI[01-1=BBQ,BQ]/NN-2. */
      readonly otherProcedureCode: string;
      /** 2300/HI[01-1=BBQ,BQ]/NN-4. */
      readonly otherProcedureDate?: string;
      /** 2300/HI[01-1=BBQ,BQ]/NN-1. */
      readonly qualifierCode: 'BBQ' | 'BQ';
    })[])[];
    readonly otherSubscriberInformation?: {
      /** 2320/OI/03. */
      readonly benefitsAssignmentCertificationIndicator: 'N' | 'Y' | 'W';
      /** 2320/SBR/09. */
      readonly claimFilingIndicatorCode: '11' | '12' | '13' | '14' | '15' | '16' | '17' | 'AM' | 'BL' | 'CH' | 'DS' | 'FI' | 'HM' | 'LM' | 'MA' | 'MB' | 'MC' | 'OF' | 'TV' | 'VA' | 'WC' | 'ZZ';
      readonly claimLevelAdjustments?: readonly InstitutionalLineAdjustment[];
      /** 2320/SBR/03. */
      readonly groupNumber?: string;
      /** 2320/SBR/02. */
      readonly individualRelationshipCode: '01' | '18' | '19' | '20' | '21' | '39' | '40' | '53' | 'G8';
      readonly medicareInpatientAdjudication?: {
        /** 2320/MIA/24. */
        readonly capitalExceptionAmount?: string;
        /** 2320/MIA/09. */
        readonly capitalHSPDRGAmount?: string;
        /** 2320/MIA/04. */
        readonly claimDRGAmount?: string;
        /** 2320/MIA/06. */
        readonly claimDisproportionateShareAmount?: string;
        /** 2320/MIA/18. */
        readonly claimIndirectTeachingAmount?: string;
        /** 2320/MIA/07. */
        readonly claimMspPassThroughAmount?: string;
        /** 2320/MIA/05 20 21 22 23. */
        readonly claimPaymentRemarkCode?: readonly string[];
        /** 2320/MIA/08. */
        readonly claimPpsCapitalAmount?: string;
        /** 2320/MIA/17. */
        readonly claimPpsCapitalOutlierAmmount?: string;
        /** 2320/MIA/15. */
        readonly costReportDayCount?: string;
        /** 2320/MIA/01. */
        readonly coveredDaysOrVisitsCount: string;
        /** 2320/MIA/03. */
        readonly lifetimePsychiatricDaysCount?: string;
        /** 2320/MIA/19. */
        readonly nonPayableProfessionalComponentBilledAmount?: string;
        /** 2320/MIA/12. */
        readonly oldCapitalAmount?: string;
        /** 2320/MIA/11. */
        readonly ppsCapitalDshDrgAmount?: string;
        /** 2320/MIA/10. */
        readonly ppsCapitalHspDrgAmount?: string;
        /** 2320/MIA/13. */
        readonly ppsCapitalImeAmount?: string;
        /** 2320/MIA/16. */
        readonly ppsOperatingFederalSpecificDrgAmount?: string;
        /** 2320/MIA/14. */
        readonly ppsOperatingHospitalSpecificDrgAmount?: string;
      };
      readonly medicareOutpatientAdjudication?: {
        /** 2320/MOA/03 04 05 06 07. */
        readonly claimPaymentRemarkCode?: readonly string[];
        /** 2320/MOA/08. */
        readonly endStageRenalDiseasePaymentAmount?: string;
        /** 2320/MOA/02. */
        readonly hcpcsPayableAmount?: string;
        /** 2320/MOA/09. */
        readonly nonPayableProfessionalComponentBilledAmount?: string;
        /** 2320/MOA/01. */
        readonly reimbursementRate?: string;
      };
      /** 2320/AMT[01=A8]/02. */
      readonly nonCoveredChargeAmount?: string;
      /** 2320/SBR/04. */
      readonly otherInsuredGroupName?: string;
      readonly otherPayerAttendingProvider?: {
        readonly otherPayerAttendingProviderIdentifier: readonly InstitutionalReferenceIdentification[];
      };
      readonly otherPayerBillingProvider?: {
        readonly otherPayerBillingProviderIdentifier: readonly InstitutionalReferenceIdentification[];
      };
      readonly otherPayerName: {
        /** 2330A/REF[01=SY]/02. @deprecated */
        readonly otherInsuredAdditionalIdentifier?: string;
        readonly otherPayerAddress?: InstitutionalAddress2;
        /** 2330B/DTP[01=573]/03. */
        readonly otherPayerAdjudicationOrPaymentDate?: string;
        /** 2330B/REF[01=T4]/02. */
        readonly otherPayerClaimAdjustmentIndicator?: boolean;
        /** 2330B/REF[01=F8]/02. */
        readonly otherPayerClaimControlNumber?: string;
        /** 2330B/NM1/09. */
        readonly otherPayerIdentifier: string;
        /** 2330B/NM1/08. */
        readonly otherPayerIdentifierTypeCode: 'PI' | 'XV';
        /** 2330B/NM1/03. */
        readonly otherPayerOrganizationName: string;
        /** 2330B/REF[01=G1]/02. */
        readonly otherPayerPriorAuthorizationNumber?: string;
        /** 2330B/REF[01=9F]/02. */
        readonly otherPayerPriorAuthorizationOrReferralNumber?: string;
        readonly otherPayerSecondaryIdentifier?: readonly InstitutionalReferenceIdentification[];
      };
      readonly otherPayerOperatingPhysician?: {
        readonly otherPayerOperatingPhysicianIdentifier: readonly InstitutionalReferenceIdentification[];
      };
      readonly otherPayerOtherOperatingPhysician?: {
        readonly otherPayerOtherOperatingPhysicianIdentifier: readonly InstitutionalReferenceIdentification[];
      };
      readonly otherPayerReferringProvider?: {
        readonly otherPayerReferringProviderIdentifier: readonly InstitutionalReferenceIdentification[];
      };
      readonly otherPayerRenderingProvider?: {
        readonly otherPayerRenderingProviderIdentifier: readonly InstitutionalReferenceIdentification[];
      };
      readonly otherPayerServiceFacilityLocation?: {
        readonly otherPayerServiceFacilityLocationIdentifier: readonly InstitutionalReferenceIdentification[];
      };
      readonly otherSubscriberName: {
        readonly address?: InstitutionalAddress2;
        /** 2330A/NM1/04. @deprecated */
        readonly firstName?: string;
        /** 2330A/REF[01=SY]/02. */
        readonly otherInsuredAdditionalIdentifier?: readonly string[];
        /** 2330A/NM1/04. */
        readonly otherInsuredFirstName?: string;
        /** 2330A/NM1/09. */
        readonly otherInsuredIdentifier: string;
        /** 2330A/NM1/08. */
        readonly otherInsuredIdentifierTypeCode: 'II' | 'MI';
        /** 2330A/NM1/03. */
        readonly otherInsuredLastName: string;
        /** 2330A/NM1/05. */
        readonly otherInsuredMiddleName?: string;
        /** 2330A/NM1/02. */
        readonly otherInsuredQualifier: '1' | '2';
        /** 2330A/NM1/07. */
        readonly otherInsuredSuffix?: string;
      };
      /** 2320/AMT[01=D]/02. */
      readonly payerPaidAmount?: string;
      /** 2320/SBR/01. */
      readonly paymentResponsibilityLevelCode: 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'P' | 'S' | 'T' | 'U';
      /** 2320/SBR/03. */
      readonly policyNumber?: string;
      /** 2320/OI/06. */
      readonly releaseOfInformationCode: 'I' | 'Y';
      /** 2320/AMT[01=EAF]/02. */
      readonly remainingPatientLiability?: string;
    };
    /** It has no place in the claim and is not sent. @deprecated */
    readonly patientAmountPaid?: string;
    /** 2300/CLM/01. */
    readonly patientControlNumber: string;
    /** 2300/AMT[01=F3]/02. */
    readonly patientEstimatedAmountDue?: string;
    readonly patientReasonForVisits?: readonly ({
      /** 2300/HI[01-1=APR,PR]/NN-2. */
      readonly patientReasonForVisitCode: string;
      /** 2300/HI[01-1=APR,PR]/NN-1. */
      readonly qualifierCode: 'APR' | 'PR';
    })[];
    /** It has no place in the claim and is not sent. @deprecated */
    readonly patientWeight?: string;
    /** 2300/CLM/05-1. */
    readonly placeOfServiceCode: string;
    /** 2300/CLM/07. */
    readonly planParticipationCode: 'A' | 'B' | 'C';
    readonly principalDiagnosis: {
      /** 2300/HI[01-1=ABK,BK]/01-9. */
      readonly presentOnAdmissionIndicator?: 'N' | 'Y' | 'U' | 'W';
      /** 2300/HI[01-1=ABK,BK]/01-2. */
      readonly principalDiagnosisCode: string;
      /** 2300/HI[01-1=ABK,BK]/01-1. */
      readonly qualifierCode: 'ABK' | 'BK';
    };
    readonly principalProcedureInformation?: {
      /** 2300/HI[01-1=BBR,BR,CAH]/01-2. */
      readonly principalProcedureCode: string;
      /** 2300/HI[01-1=BBR,BR,CAH]/01-4. */
      readonly principalProcedureDate?: string;
      /** 2300/HI[01-1=BBR,BR,CAH]/01-1. */
      readonly qualifierCode: 'BBR' | 'BR' | 'CAH';
    };
    /** 2010BA/REF[01=Y4]/02 or 2010CA/REF[01=Y4]/02. */
    readonly propertyCasualtyClaimNumber?: string;
    /** 2300/CLM/09. */
    readonly releaseInformationCode: 'I' | 'Y';
    readonly serviceFacilityLocation?: {
      readonly address: InstitutionalAddress2;
      /** 2310E/NM1[08=XX]/09. */
      readonly identificationCode?: string;
      /** 2310E/NM1/03. */
      readonly organizationName: string;
      /** 2310E/REF/01. */
      readonly secondaryIdentificationQualifierCode?: '0B' | 'G2' | 'LU';
      /** 2310E/REF/02. */
      readonly secondaryIdentifier?: string;
    };
    readonly serviceLines: readonly ({
      /** 2400/REF[01=9D]/02. */
      readonly adjustedRepricedLineItemReferenceNumber?: string;
      /** 2400/LX/01. @deprecated */
      readonly assignedNumber?: string;
      /** 2400/SV2/02-7. */
      readonly description?: string;
      readonly drugIdentification?: {
        /** 2410/REF[01=VY]/02. */
        readonly linkSequenceNumber?: string;
        /** 2410/CTP/05-1. */
        readonly measurementUnitCode: 'F2' | 'GR' | 'ME' | 'ML' | 'UN';
        /** 2410/LIN[02=N4]/03. */
        readonly nationalDrugCode: string;
        /** 2410/CTP/04. */
        readonly nationalDrugUnitCount: string;
        /** 2410/REF[01=XZ]/02. */
        readonly pharmacyPrescriptionNumber?: string;
      };
      /** 2400/AMT[01=N8]/02. */
      readonly facilityTaxAmount?: string;
      readonly institutionalService: {
        /** 2400/SV2/02-7. */
        readonly description?: string;
        /** 2400/SV2/03. */
        readonly lineItemChargeAmount: string;
        /** 2400/SV2/04. */
        readonly measurementUnit: 'DA' | 'UN';
        /** 2400/SV2/07. */
        readonly nonCoveredChargeAmount?: string;
        /** 2400/SV2/02-2. */
        readonly procedureCode?: string;
        /** 2400/SV2/02-1. */
        readonly procedureIdentifier?: 'ER' | 'HC' | 'HP' | 'IV' | 'WK';
        /** 2400/SV2/02-3 02-4 02-5 02-6. */
        readonly procedureModifiers?: readonly string[];
        /** 2400/SV2/01. */
        readonly serviceLineRevenueCode: string;
        /** 2400/SV2/05. */
        readonly serviceUnitCount: string;
      };
      readonly lineAdjudicationInformation?: readonly ({
        /** 2430/DTP[01=573]/03. */
        readonly adjudicationOrPaymentDate: string;
        /** 2430/SVD/06. */
        readonly bundledLineNumber?: string;
        readonly lineAdjustment?: readonly InstitutionalLineAdjustment[];
        /** 2430/SVD/01. */
        readonly otherPayerPrimaryIdentifier: string;
        /** 2430/SVD/05. */
        readonly paidServiceUnitCount: string;
        /** 2430/SVD/03-2. */
        readonly procedureCode?: string;
        /** 2430/SVD/03-7. */
        readonly procedureCodeDescription?: string;
        /** 2430/SVD/03-3 03-4 03-5 03-6. */
        readonly procedureModifier?: readonly string[];
        /** 2430/SVD/03-1. */
        readonly productOrServiceIDQualifier?: 'ER' | 'HC' | 'HP' | 'IV' | 'WK';
        /** 2430/AMT[01=EAF]/02. */
        readonly remainingPatientLiability?: string;
        /** 2430/SVD/02. */
        readonly serviceLinePaidAmount: string;
        /** 2430/SVD/04. */
        readonly serviceLineRevenueCode: string;
      })[];
      /** @deprecated */
      readonly lineAdjustmentInformation?: {
        /** 2430/SVD/06. */
        readonly bundledOrUnbundledLineNumber?: string;
        readonly claimAdjustment?: InstitutionalLineAdjustment;
        /** 2430/DTP[01=573]/03. */
        readonly claimPaidDate: string;
        /** 2430/SVD/01. */
        readonly otherPayerPrimaryIdentifier: string;
        /** 2430/SVD/05. */
        readonly paidServiceUnitCount: string;
        /** 2430/SVD/03-2. */
        readonly procedureCode: string;
        /** 2430/SVD/03-7. */
        readonly procedureCodeDescription?: string;
        /** 2430/SVD/03-3 03-4 03-5 03-6. */
        readonly procedureModifiers?: readonly string[];
        /** 2430/AMT[01=EAF]/02. */
        readonly remainingPatientLiability: string;
        /** 2430/SVD/03-1. */
        readonly serviceIdQualifier: 'ER' | 'HC' | 'HP' | 'IV' | 'WK';
        /** 2430/SVD/02. */
        readonly serviceLinePaidAmount: string;
      };
      /** 2400/REF[01=6R]/02. */
      readonly lineItemControlNumber?: string;
      /** 2400/NTE[01=TPO]/02. */
      readonly lineNoteText?: string;
      /** @deprecated */
      readonly linePricingInformation?: {
        /** 2400/HCP/07. */
        readonly apgAmount?: string;
        /** 2400/HCP/06. */
        readonly apgCode?: string;
        /** 2400/HCP/15. */
        readonly exceptionCode?: '1' | '2' | '3' | '4' | '5' | '6';
        /** 2400/HCP/05. */
        readonly flatRateAmount?: string;
        /** 2400/HCP/11. */
        readonly measurementUnitCode?: 'DA' | 'UN';
        /** 2400/HCP/14. */
        readonly policyComplianceCode?: '1' | '2' | '3' | '4' | '5';
        /** 2400/HCP/01. */
        readonly pricingMethodologyCode: '00' | '01' | '02' | '03' | '04' | '05' | '06' | '07' | '08' | '09' | '10' | '11' | '12' | '13' | '14';
        /** 2400/HCP/13. */
        readonly rejectReasonCode?: 'T1' | 'T2' | 'T3' | 'T4' | 'T5' | 'T6';
        /** 2400/HCP/02. */
        readonly repricedAllowedAmount: string;
        /** 2400/HCP/10. */
        readonly repricedApprovedHCPCSCode?: string;
        /** 2400/HCP/12. */
        readonly repricedApprovedServiceUnitCount?: string;
        /** 2400/HCP/04. */
        readonly repricedOrganizationIdentifier?: string;
        /** 2400/HCP/03. */
        readonly repricedSavingAmount?: string;
        /** 2400/HCP/09. */
        readonly serviceIdQualifier?: 'ER' | 'HC' | 'HP' | 'IV' | 'WK';
      };
      readonly lineRepricingInformation?: {
        /** 2400/HCP/15. */
        readonly exceptionCode?: '1' | '2' | '3' | '4' | '5' | '6';
        /** 2400/HCP/14. */
        readonly policyComplianceCode?: '1' | '2' | '3' | '4' | '5';
        /** 2400/HCP/01. */
        readonly pricingMethodologyCode: '00' | '01' | '02' | '03' | '04' | '05' | '06' | '07' | '08' | '09' | '10' | '11' | '12' | '13' | '14';
        /** 2400/HCP/09. */
        readonly productOrServiceIDQualifier?: 'ER' | 'HC' | 'HP' | 'IV' | 'WK';
        /** 2400/HCP/13. */
        readonly rejectReasonCode?: 'T1' | 'T2' | 'T3' | 'T4' | 'T5' | 'T6';
        /** 2400/HCP/02. */
        readonly repricedAllowedAmount: string;
        /** 2400/HCP/07. */
        readonly repricedApprovedAmount?: string;
        /** 2400/HCP/06. */
        readonly repricedApprovedDRGCode?: string;
        /** 2400/HCP/10. */
        readonly repricedApprovedHCPCSCode?: string;
        /** 2400/HCP/08. */
        readonly repricedApprovedRevenueCode?: string;
        /** 2400/HCP/11. */
        readonly repricedApprovedServiceUnitCode?: 'DA' | 'UN';
        /** 2400/HCP/12. */
        readonly repricedApprovedServiceUnitCount?: string;
        /** 2400/HCP/04. */
        readonly repricedOrgIdentifier?: string;
        /** 2400/HCP/05. */
        readonly repricedPerDiem?: string;
        /** 2400/HCP/03. */
        readonly repricedSavingAmount?: string;
      };
      readonly lineSupplementInformation?: {
        /** It has no place in the claim and is not sent. @deprecated */
        readonly adjustedRepricedClaimRefNumber?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly autoAccidentState?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly claimControlNumber?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly claimNumber?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly demoProjectIdentifier?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly investigationalDeviceExemptionNumber?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly medicalRecordNumber?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly peerReviewAuthorizationNumber?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly priorAuthorizationNumber?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly referralNumber?: string;
        readonly reportInformation?: InstitutionalReportInformation;
        readonly reportInformations?: readonly InstitutionalReportInformation[];
        /** It has no place in the claim and is not sent. @deprecated */
        readonly repricedClaimNumber?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly serviceAuthorizationExceptionCode?: '1' | '2' | '3' | '4' | '5' | '6' | '7';
      };
      readonly operatingPhysician?: InstitutionalOperatingPhysician;
      readonly otherOperatingPhysician?: InstitutionalOperatingPhysician;
      readonly referringProvider?: {
        /** @deprecated */
        readonly address?: InstitutionalAddress;
        /** 2420D/REF[01=G2]/02. @deprecated */
        readonly commercialNumber?: string;
        /** @deprecated */
        readonly contactInformation?: InstitutionalContact;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly employerId?: string;
        /** 2420D/NM1/04. */
        readonly firstName?: string;
        /** 2420D/NM1/03. */
        readonly lastName?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly locationNumber?: string;
        /** 2420D/NM1/05. */
        readonly middleName?: string;
        /** 2420D/NM1[08=XX]/09. */
        readonly npi?: string;
        /** It has no place in the claim and is not sent. */
        readonly organizationName?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly providerType?: 'ReferringProvider';
        /** 2420D/REF[01=1G]/02. @deprecated */
        readonly providerUpinNumber?: string;
        readonly referenceIdentification?: readonly InstitutionalReferenceIdentification[];
        /** 2420D/REF/01. */
        readonly secondaryIdentificationQualifierCode?: '0B' | '1G' | 'G2';
        /** 2420D/REF/02. */
        readonly secondaryIdentifier?: string;
        /** 2420D/REF[01=0B]/02. @deprecated */
        readonly stateLicenseNumber?: string;
        /** 2420D/NM1/07. */
        readonly suffix?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly taxonomyCode?: string;
      };
      readonly renderingProvider?: {
        /** @deprecated */
        readonly address?: InstitutionalAddress;
        /** 2420C/REF[01=G2]/02. @deprecated */
        readonly commercialNumber?: string;
        /** @deprecated */
        readonly contactInformation?: InstitutionalContact;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly employerId?: string;
        /** 2420C/NM1/04. */
        readonly firstName?: string;
        /** 2420C/NM1/03. */
        readonly lastName?: string;
        /** 2420C/REF[01=LU]/02. @deprecated */
        readonly locationNumber?: string;
        /** 2420C/NM1/05. */
        readonly middleName?: string;
        /** 2420C/NM1[08=XX]/09. */
        readonly npi?: string;
        /** It has no place in the claim and is not sent. */
        readonly organizationName?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly providerType?: 'RenderingProvider';
        /** 2420C/REF[01=1G]/02. @deprecated */
        readonly providerUpinNumber?: string;
        readonly referenceIdentification?: readonly InstitutionalReferenceIdentification[];
        /** 2420C/REF/01. */
        readonly secondaryIdentificationQualifierCode?: '0B' | '1G' | 'G2' | 'LU';
        /** 2420C/REF/02. */
        readonly secondaryIdentifier?: string;
        /** 2420C/REF[01=0B]/02. @deprecated */
        readonly stateLicenseNumber?: string;
        /** 2420C/NM1/07. */
        readonly suffix?: string;
        /** It has no place in the claim and is not sent. @deprecated */
        readonly taxonomyCode?: string;
      };
      /** 2400/REF[01=9B]/02. */
      readonly repricedLineItemReferenceNumber?: string;
      /** 2400/DTP[01=472]/03. */
      readonly serviceDate?: string;
      /** 2400/DTP[01=472]/03. */
      readonly serviceDateEnd?: string;
      /** @deprecated */
      readonly serviceLineDateInformation?: {
        /** 2400/DTP[01=472]/03. */
        readonly beginServiceDate?: string;
        /** 2400/DTP[01=472]/03. */
        readonly endServiceDate?: string;
        /** 2400/DTP[01=472]/03. */
        readonly serviceDate?: string;
        /** It has no place in the claim and is not sent. */
        readonly validDateInformation?: boolean;
      };
      /** 2400/REF[01=6R]/02. */
      readonly serviceLineReferenceInformation?: number;
      readonly serviceLineSupplementalInformation?: InstitutionalReportInformation;
      readonly serviceLineSupplementalInformations?: readonly InstitutionalReportInformation[];
      /** 2400/AMT[01=GT]/02. */
      readonly serviceTaxAmount?: string;
      /** 2400/NTE[01=TPO]/02. */
      readonly thirdPartyOrganizationNotes?: string;
    })[];
    /** It has no place in the claim and is not sent. @deprecated */
    readonly signatureIndicator?: string;
    readonly treatmentCodeInformationList?: readonly (readonly string[])[];
    readonly valueInformationList?: readonly (readonly {
      /** 2300/HI[01-1=BE]/NN-2. */
      readonly valueCode: string;
      /** 2300/HI[01-1=BE]/NN-5. */
      readonly valueCodeAmount: string;
    }[])[];
  };
  /** It has no place in the claim and is not sent. */
  readonly controlNumber?: string;
  readonly dependent?: {
    readonly address?: InstitutionalAddress2;
    /** 2010CA/DMG[01=D8]/02. */
    readonly dateOfBirth: string;
    /** 2010CA/NM1/04. */
    readonly firstName: string;
    /** 2010CA/DMG/03. */
    readonly gender: 'M' | 'F' | 'U';
    /** 2010CA/NM1/03. */
    readonly lastName: string;
    /** 2010CA/NM1/05. */
    readonly middleName?: string;
    /** 2000C/PAT/01. */
    readonly relationshipToSubscriberCode: '01' | '19' | '20' | '21' | '39' | '40' | '53' | 'G8';
    /** 2010CA/REF[01=SY]/02. */
    readonly ssn?: string;
    /** 2010CA/NM1/07. */
    readonly suffix?: string;
  };
  readonly operatingPhysician?: InstitutionalOperatingPhysician;
  readonly otherOperatingPhysician?: InstitutionalOperatingPhysician;
  readonly payerAddress?: InstitutionalAddress2;
  readonly providers?: readonly ({
    readonly address?: InstitutionalAddress2;
    readonly contactInformation?: InstitutionalContact2;
    /** 2010AA/REF[01=EI]/02. */
    readonly employerId?: string;
    /** (role)/NM1/04. */
    readonly firstName?: string;
    /** (role)/NM1/03. */
    readonly lastName?: string;
    /** (role)/NM1/05. */
    readonly middleName?: string;
    /** (role)/NM1[08=XX]/09. */
    readonly npi?: string;
    /** (role)/NM1/03. */
    readonly organizationName?: string;
    /** It has no place in the claim and is not sent. */
    readonly providerType: 'BillingProvider' | 'AttendingProvider' | 'ReferringProvider' | 'RenderingProvider';
    /** (role)/REF/01. */
    readonly secondaryIdentificationQualifierCode?: '0B' | '1G' | 'G2' | 'LU';
    /** (role)/REF/02. */
    readonly secondaryIdentifier?: string;
    /** (role)/NM1/07. */
    readonly suffix?: string;
    /** (role)/PRV/03. */
    readonly taxonomyCode?: string;
  })[];
  readonly receiver: {
    /** 1000B/NM1/03. */
    readonly organizationName: string;
    /** 1000B/NM1/09. */
    readonly receiverId?: string;
    /** 1000B/NM1[08=46]/09. */
    readonly taxId?: string;
  };
  readonly referring?: {
    /** @deprecated */
    readonly address?: InstitutionalAddress;
    /** 2310F/REF[01=G2]/02. @deprecated */
    readonly commercialNumber?: string;
    /** @deprecated */
    readonly contactInformation?: InstitutionalContact;
    /** It has no place in the claim and is not sent. @deprecated */
    readonly employerId?: string;
    /** 2310F/NM1/04. */
    readonly firstName?: string;
    /** 2310F/NM1/03. */
    readonly lastName: string;
    /** It has no place in the claim and is not sent. @deprecated */
    readonly locationNumber?: string;
    /** 2310F/NM1/05. */
    readonly middleName?: string;
    /** 2310F/NM1[08=XX]/09. */
    readonly npi?: string;
    /** It has no place in the claim and is not sent. */
    readonly organizationName?: string;
    /** It has no place in the claim and is not sent. @deprecated */
    readonly providerType?: 'ReferringProvider';
    /** 2310F/REF[01=1G]/02. @deprecated */
    readonly providerUpinNumber?: string;
    /** 2310F/REF/01. */
    readonly secondaryIdentificationQualifierCode?: '0B' | '1G' | 'G2';
    /** 2310F/REF/02. */
    readonly secondaryIdentifier?: string;
    /** 2310F/REF[01=0B]/02. @deprecated */
    readonly stateLicenseNumber?: string;
    /** 2310F/NM1/07. */
    readonly suffix?: string;
    /** It has no place in the claim and is not sent. @deprecated */
    readonly taxonomyCode?: string;
  };
  readonly rendering?: {
    /** @deprecated */
    readonly address?: InstitutionalAddress;
    /** 2310D/REF[01=G2]/02. @deprecated */
    readonly commercialNumber?: string;
    /** @deprecated */
    readonly contactInformation?: InstitutionalContact;
    /** It has no place in the claim and is not sent. @deprecated */
    readonly employerId?: string;
    /** 2310D/NM1/04. */
    readonly firstName?: string;
    /** 2310D/NM1/03. */
    readonly lastName: string;
    /** 2310D/REF[01=LU]/02. @deprecated */
    readonly locationNumber?: string;
    /** 2310D/NM1/05. */
    readonly middleName?: string;
    /** 2310D/NM1[08=XX]/09. */
    readonly npi?: string;
    /** It has no place in the claim and is not sent. */
    readonly organizationName?: string;
    /** It has no place in the claim and is not sent. @deprecated */
    readonly providerType?: string;
    /** 2310D/REF[01=1G]/02. @deprecated */
    readonly providerUpinNumber?: string;
    /** 2310D/REF/01. */
    readonly secondaryIdentificationQualifierCode?: '0B' | '1G' | 'G2' | 'LU';
    /** 2310D/REF/02. */
    readonly secondaryIdentifier?: string;
    /** 2310D/REF[01=0B]/02. @deprecated */
    readonly stateLicenseNumber?: string;
    /** 2310D/NM1/07. */
    readonly suffix?: string;
    /** It has no place in the claim and is not sent. @deprecated */
    readonly taxonomyCode?: string;
  };
  readonly submitter: {
    readonly contactInformation: {
      /** 1000A/PER/08. */
      readonly email?: string;
      /** 1000A/PER/06. */
      readonly faxNumber?: string;
      /** 1000A/PER[01=IC]/02. */
      readonly name?: string;
      /** 1000A/PER/04. */
      readonly phoneNumber?: string;
      /** It has no place in the claim and is not sent. @deprecated */
      readonly validContact?: boolean;
    };
    /** 1000A/NM1/03. */
    readonly organizationName: string;
    /** 1000A/NM1[08=46]/09. */
    readonly taxId: string;
  };
  readonly subscriber: {
    readonly address?: InstitutionalAddress2;
    /** 2010BA/DMG[01=D8]/02. */
    readonly dateOfBirth?: string;
    /** 2010BA/NM1[02=1]/04. */
    readonly firstName?: string;
    /** 2010BA/DMG/03. */
    readonly gender?: 'M' | 'F' | 'U';
    /** 2000B/SBR/03. */
    readonly groupNumber?: string;
    /** 2010BA/NM1[02=1]/03. */
    readonly lastName?: string;
    /** 2010BA/NM1[08=MI]/09. */
    readonly memberId?: string;
    /** 2010BA/NM1[02=1]/05. */
    readonly middleName?: string;
    /** 2010BA/NM1[02=2]/03. */
    readonly organizationName?: string;
    /** 2000B/SBR/01. */
    readonly paymentResponsibilityLevelCode: 'A' | 'B' | 'C' | 'D' | 'E' | 'F' | 'G' | 'H' | 'P' | 'S' | 'T' | 'U';
    /** 2000B/SBR/03. @deprecated */
    readonly policyNumber?: string;
    /** 2010BA/REF[01=SY]/02. */
    readonly ssn?: string;
    /** 2010BA/NM1[08=II]/09. @deprecated */
    readonly standardHealthId?: string;
    /** 2010BA/NM1[02=1]/07. */
    readonly suffix?: string;
  };
  /** 2010BB/NM1/03. */
  readonly tradingPartnerName?: string;
  readonly tradingPartnerSecondaryIdentifiers?: {
    /** 2010BB/REF[01=FY]/02. */
    readonly claimOfficeNumber?: string;
    /** 2010BB/REF[01=EI]/02. */
    readonly employerIdentificationNumber?: string;
    /** 2010BB/REF[01=NF]/02. */
    readonly naic?: string;
    /** 2010BB/REF[01=2U]/02. @deprecated */
    readonly payerIdentificationNumber?: string;
  };
  /** 2010BB/NM1[08=PI]/09. */
  readonly tradingPartnerServiceId: string;
  /** ISA15. */
  readonly usageIndicator?: string;
}

export interface InstitutionalAddress {
  /** It has no place in the claim and is not sent. */
  readonly address1: string;
  /** It has no place in the claim and is not sent. */
  readonly address2?: string;
  /** It has no place in the claim and is not sent. */
  readonly city: string;
  /** It has no place in the claim and is not sent. */
  readonly countryCode?: string;
  /** It has no place in the claim and is not sent. */
  readonly countrySubDivisionCode?: string;
  /** It has no place in the claim and is not sent. */
  readonly postalCode?: string;
  /** It has no place in the claim and is not sent. */
  readonly state?: string;
}

export interface InstitutionalAddress2 {
  readonly address1: string;
  readonly address2?: string;
  readonly city: string;
  readonly countryCode?: string;
  readonly countrySubDivisionCode?: string;
  readonly postalCode?: string;
  readonly state?: string;
}

export interface InstitutionalClaimAdjustmentDetails {
  readonly adjustmentAmount: string;
  readonly adjustmentQuantity?: string;
  readonly adjustmentReasonCode: string;
}

export interface InstitutionalContact {
  /** It has no place in the claim and is not sent. */
  readonly email?: string;
  /** It has no place in the claim and is not sent. */
  readonly faxNumber?: string;
  /** It has no place in the claim and is not sent. */
  readonly name: string;
  /** It has no place in the claim and is not sent. */
  readonly phoneNumber?: string;
  /** It has no place in the claim and is not sent. @deprecated */
  readonly validContact?: boolean;
}

export interface InstitutionalContact2 {
  readonly email?: string;
  readonly faxNumber?: string;
  readonly name: string;
  readonly phoneNumber?: string;
  /** It has no place in the claim and is not sent. @deprecated */
  readonly validContact?: boolean;
}

export interface InstitutionalLineAdjustment {
  readonly adjustmentGroupCode: 'CO' | 'CR' | 'OA' | 'PI' | 'PR';
  readonly claimAdjustmentDetails?: readonly InstitutionalClaimAdjustmentDetails[];
}

export interface InstitutionalOperatingPhysician {
  readonly firstName?: string;
  readonly identificationQualifierCode?: '0B' | '1G' | 'G2' | 'LU';
  readonly lastName: string;
  readonly middleName?: string;
  readonly npi?: string;
  /** It has no place in the claim and is not sent. */
  readonly organizationName?: string;
  readonly secondaryIdentifier?: string;
  readonly suffix?: string;
}

export interface InstitutionalReferenceIdentification {
  readonly identifier: string;
  readonly qualifier: string;
}

export interface InstitutionalReportInformation {
  readonly attachmentControlNumber?: string;
  readonly attachmentId?: string;
  readonly attachmentReportTypeCode: string;
  readonly attachmentTransmissionCode: 'AA' | 'BM' | 'EL' | 'EM' | 'FT' | 'FX';
}
